import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'
import { noAdvisories } from './off.ts'
import { importedAdvisories } from './osv-file.ts'
import type { Advisories } from './port.ts'
import { registryAdvisories } from './registry.ts'

export interface AdvisoriesChoice {
  /** The settings have been checked. */
  source: { kind: 'registry'; registryUrl: string } | { kind: 'osv-file' } | { kind: 'off' }
  db: Db
  outboundHttp: OutboundHttp
  log: Log
}

export function chooseAdvisories({ source, db, outboundHttp, log }: AdvisoriesChoice): Advisories {
  if (source.kind === 'registry')
    return registryAdvisories({ registryUrl: source.registryUrl, outboundHttp, log })
  return source.kind === 'osv-file' ? importedAdvisories(db) : noAdvisories()
}
