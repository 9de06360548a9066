import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type CriticalFinding, criticalFindings } from '../modules/scans/index.ts'
import type { Db } from '../platform/database/db.ts'
import { oneLine } from '../platform/text/one-line.ts'

export const scanTroubles = (db: Db): TroubleSource => ({
  kinds: ['finding_critical'],
  need: 'editor',
  list: async (scope) => (await criticalFindings(db, scope)).map(troubleOf),
})

function troubleOf(row: CriticalFinding): Trouble {
  const { fingerprint, title, since } = row
  return {
    kind: 'finding_critical',
    severity: 'critical',
    app: row,
    subject: { type: 'finding', id: fingerprint, name: oneLine(title ?? '', 200) || 'Critical finding' },
    detail: 'The security scan found a critical problem.',
    since,
    key: `${fingerprint} ${since.toISOString()}`,
  }
}
