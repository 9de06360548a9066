import { Resolver } from 'node:dns/promises'
import type { Log } from '../../platform/log.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'
import type { DomainProofs } from './port.ts'

/** There is nothing under the name, which is no failure. */
const NOTHING = new Set<unknown>(['ENOTFOUND', 'ENODATA'])
/** A proof is a short line; more is not waited for. */
const MOST_BYTES = 1_024
const DEADLINE_MS = 5_000

/** By the name servers of this machine unless others are named, and through the guard of all calls to the outside. */
export function systemDomainProofs(options: {
  log: Log
  outboundHttp: OutboundHttp
  servers?: readonly string[]
}): DomainProofs {
  const { log, outboundHttp, servers } = options
  return {
    async texts(name) {
      const resolver = new Resolver({ timeout: 3_000, tries: 2 })
      if (servers) resolver.setServers(servers)
      try {
        const records = await resolver.resolveTxt(name)
        // A record of more than 255 bytes comes in several pieces.
        return records.map((pieces) => pieces.join(''))
      } catch (error) {
        const code = (error as { code?: unknown }).code
        if (!NOTHING.has(code)) log.warn({ err: error }, 'a text record could not be looked up')
        return []
      }
    },
    async file(url) {
      const outcome = await outboundHttp.send({
        method: 'GET',
        url,
        headers: { accept: 'text/plain' },
        body: null,
        deadlineMs: DEADLINE_MS,
        keepBody: MOST_BYTES,
        keepBodyWhen: 'always',
      })
      return outcome.kind === 'answered' && outcome.status === 200 ? outcome.body.toString('utf8') : null
    },
  }
}
