import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import type { Advisories } from '../../../ports/advisories/port.ts'
import type { OutboundHttp } from '../../../ports/outbound-http/port.ts'
import type { ReadOwnSite } from './headers/page.ts'

/** What scanning needs; made once for a server. */
export interface ScannerParts {
  db: Db
  log: Log
  outboundHttp: OutboundHttp
  advisories: Advisories
  readOwnSite: ReadOwnSite
  /** Of this installation, for the fingerprints of secrets. */
  key: string
  /** What the processes run, see `serve-tasks.ts`. */
  process: URL
}
