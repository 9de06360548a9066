/** The sandbox as a service that is called: the same outcomes as over the network, without one. */
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Answered,
  DEFAULT_DEADLINE_MS,
  type OutboundHttp,
  type OutboundOutcome,
  type OutboundRequest,
  type TargetCheck,
} from '../outbound-http/port.ts'
import type { ApiAnswer, sandboxApi } from './sandbox-api.ts'

const HOST = /^([a-z0-9][a-z0-9-]{0,39})\.sandbox\.example$/

export function sandboxHttp(api: ReturnType<typeof sandboxApi>): Pick<OutboundHttp, 'send' | 'checkTarget'> {
  return {
    checkTarget,
    async send(request) {
      const started = performance.now()
      const durationMs = () => Math.round(performance.now() - started)
      const target = checkTarget(request.url)
      const account = target.ok ? HOST.exec(target.url.hostname)?.[1] : undefined
      if (!target.ok || account === undefined) {
        return failed('blocked_address', target.ok ? '' : target.message, 0)
      }
      if (request.signal?.aborted) return failed('network_error', 'The call was given up.', 0)
      const answer = api(account, target.url, request)
      const outcome = await waited(answer, request)
      if (outcome === 'in time') return answered(answer, request, durationMs())
      return outcome === 'late'
        ? failed('timeout', 'The sandbox did not answer in time.', durationMs())
        : failed('network_error', 'The call was given up.', durationMs())
    },
  }
}

function checkTarget(text: string): TargetCheck {
  const url = URL.parse(text)
  const isOwn =
    url?.protocol === 'https:' && HOST.test(url.host) && url.username === '' && url.password === ''
  if (isOwn) return { ok: true, url, reach: 'public' }
  return { ok: false, reason: 'host', message: 'The address must be one of the sandbox.' }
}

async function waited(
  { waitMs = 0 }: ApiAnswer,
  { deadlineMs = DEFAULT_DEADLINE_MS, signal }: OutboundRequest,
): Promise<'in time' | 'late' | 'given up'> {
  if (waitMs === 0) return 'in time'
  try {
    await wait(Math.min(waitMs, deadlineMs), undefined, signal && { signal })
    return waitMs < deadlineMs ? 'in time' : 'late'
  } catch {
    return 'given up'
  }
}

function answered(
  { status, headers, value }: ApiAnswer,
  { method, keepBody, keepBodyWhen }: OutboundRequest,
  durationMs: number,
): Answered {
  const isRead = method !== 'HEAD' && (keepBodyWhen === 'always' || status >= 300)
  const whole = value === undefined || !isRead ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value))
  return {
    kind: 'answered',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: whole.subarray(0, keepBody),
    truncated: whole.length > keepBody,
    durationMs,
  }
}

function failed(
  error_type: 'blocked_address' | 'timeout' | 'network_error',
  message: string,
  durationMs: number,
): OutboundOutcome {
  return { kind: 'failed', error_type, message, durationMs, sent: error_type !== 'blocked_address' }
}
