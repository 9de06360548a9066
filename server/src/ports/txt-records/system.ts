import { Resolver } from 'node:dns/promises'
import type { Log } from '../../platform/log.ts'
import type { TxtRecords } from './port.ts'

/** There is nothing under the name, which is no failure. */
const NOTHING = new Set<unknown>(['ENOTFOUND', 'ENODATA'])

/** By the name servers of this machine, or by those that are named. */
export function systemTxtRecords({ log, servers }: { log: Log; servers?: readonly string[] }): TxtRecords {
  return {
    async find(name) {
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
  }
}
