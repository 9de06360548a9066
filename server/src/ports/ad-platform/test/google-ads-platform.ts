/** Google Ads as tests have it: the adapter on the stand-in, with images from nowhere. */

import { collectedLog } from '../../../../test/collected-log.ts'
import { drawImage } from '../../../platform/images/draw-image.ts'
import type { OutboundHttp, OutboundRequest } from '../../outbound-http/port.ts'
import { type GoogleAdsOptions, googleAdPlatform } from '../google.ts'
import type { StandInRow } from './google-ads/queries.ts'
import { CREDENTIALS, MANAGER, startGoogleAdsServer } from './google-ads-server.ts'

export async function openGoogleAds(changes: Partial<GoogleAdsOptions> = {}) {
  const server = await startGoogleAdsServer()
  const log = collectedLog()
  let now = Date.parse('2026-11-18T15:00:00Z')
  const clock = {
    now: () => new Date(now),
    move(seconds: number) {
      now += seconds * 1000
    },
  }
  const images = imageServer()
  const platform = googleAdPlatform({
    ...CREDENTIALS,
    baseUrl: server.baseUrl,
    tokenUrl: server.tokenUrl,
    managerId: MANAGER,
    developerToken: null,
    utcZone: 'Africa/Abidjan',
    outboundHttp: images.outboundHttp,
    ownFile: async (url) => images.own.get(url) ?? null,
    clock,
    log,
    ...changes,
  })
  /** The bodies of the calls to a path, in their order. */
  const sent = (part: string) =>
    server.calls.filter(({ path }) => path.includes(part)).map(({ body }) => body)
  /** The operations of the last change. */
  const operations = (): [kind: string, change: StandInRow][] =>
    (sent('googleAds:mutate').at(-1)?.mutateOperations ?? []).map((operation: StandInRow) => {
      const [kind = '', change] = Object.entries(operation)[0] ?? []
      return [kind.replace(/Operation$/, ''), change]
    })
  return {
    ...{ platform, server, log, clock, images, sent, operations },
    kinds: () => operations().map(([kind]) => kind),
    /** What the last change made of a kind. */
    created: (kind: string): StandInRow[] =>
      operations().flatMap(([one, change]) => (one === kind && change.create ? [change.create] : [])),
    close: server.close,
  }
}

export interface TestImage {
  status?: number
  headers?: Record<string, string>
  body?: Buffer
  isTruncated?: boolean
}

/** Every address has a square picture unless it is set otherwise, or is one that nobody reaches. */
function imageServer() {
  const answers = new Map<string, TestImage>()
  /** Files of this server. */
  const own = new Map<string, Buffer>()
  const requests: OutboundRequest[] = []
  const outboundHttp: OutboundHttp = {
    async send(request) {
      requests.push(request)
      const durationMs = 1
      if (new URL(request.url).hostname.endsWith('unfetchable.test')) {
        return { kind: 'failed', error_type: 'dns_error', message: 'No such name.', durationMs, sent: false }
      }
      const reported = answers.get(request.url) ?? {}
      const { status = 200, headers = {}, isTruncated = false } = reported
      const body = reported.body ?? (await drawImage(request.url, { width: 300, height: 300 }))
      return { kind: 'answered', status, headers, body, truncated: isTruncated, durationMs }
    },
    checkTarget: () => {
      throw new Error('not asked here')
    },
    close: async () => {},
  }
  return { answers, own, requests, outboundHttp }
}
