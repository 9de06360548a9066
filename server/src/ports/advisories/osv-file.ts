/** What an operator imported from OSV files; nobody outside is asked. */
import type { Db } from '../../platform/database/db.ts'
import { advisoryStore } from './advisory-store.ts'
import { type Advisories, type Advisory, CVE, chooseId } from './port.ts'
import type { AdvisoryRow } from './tables.ts'

const PACKAGES_A_QUERY = 1_000

export function importedAdvisories(db: Db): Advisories {
  const store = advisoryStore(db)
  return {
    async find(packages, signal) {
      if (packages.size === 0) return { advisories: [], unchecked: null }
      if ((await store.lastImport()) === null) {
        return { advisories: [], unchecked: 'No advisories were imported yet.' }
      }
      const names = [...packages.keys()]
      const found: Advisory[] = []
      for (let at = 0; at < names.length; at += PACKAGES_A_QUERY) {
        signal.throwIfAborted()
        const rows = await store.listOf(names.slice(at, at + PACKAGES_A_QUERY))
        found.push(...rows.map(presentAdvisory))
      }
      return { advisories: found, unchecked: null }
    },
  }
}

export function presentAdvisory(row: AdvisoryRow): Advisory {
  const { package_name, title, severity, vulnerable_range, cwe, reference_urls } = row
  const names = [row.id, ...row.aliases]
  return {
    id: chooseId(names),
    package_name,
    title,
    severity,
    vulnerable_range,
    cve_ids: names.filter((name) => CVE.test(name)),
    cvss_score: row.cvss_score === null ? null : Number(row.cvss_score),
    cwe,
    references: reference_urls,
  }
}
