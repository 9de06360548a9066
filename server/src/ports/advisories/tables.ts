import { Type } from 'typebox'
import { numeric, type RowOf, table, text, texts, time } from '../../platform/database/table.ts'
import type { AdvisorySeverity } from './port.ts'

/** What was imported from OSV files, a row for each package that an advisory names. */
export const advisories = table(
  'advisories',
  {
    package_name: text(),
    id: text(),
    aliases: texts(),
    title: text(),
    severity: text(Type.Unsafe<AdvisorySeverity>({})),
    cvss_score: numeric().nullable(),
    vulnerable_range: text(),
    cwe: texts(),
    reference_urls: texts(),
    withdrawn_at: time().nullable(),
    modified_at: time(),
    imported_at: time(),
  },
  { key: ['package_name', 'id'], notArchived: 'it is of no workspace, and is imported again' },
)
export type AdvisoryRow = RowOf<typeof advisories>
