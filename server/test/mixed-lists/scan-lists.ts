/** Findings that are mended together. */

import { storeRuleFindings } from '../../src/modules/scans/test/scan-scene.ts'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { type MixedList, mixed } from './mixed-list.ts'

export function scanLists(app: SharedApp, owner: Person): MixedList[] {
  const { scans, schemas } = app.as(owner)
  return [
    mixed<string>({
      list: 'scans.fix_rules body.fingerprints',
      why: 'no such finding',
      refusal: () => ({ status: 404, code: 'finding_not_found' }),
      async arrange() {
        const at = { app_id: (await app.make.app(owner)).id }
        for (const name of ['A', 'B', 'C', 'D']) await schemas.set({ ...at, name }, { properties: {} })
        const found = await storeRuleFindings(app, owner, at)
        return {
          good: found.map(({ fingerprint }) => fingerprint),
          bad: 'unknown',
          send: (fingerprints) => scans.fix_rules(at, { fingerprints }),
          stored: async () => Object.values((await schemas.list(at)).entityNameToSchema),
        }
      },
    }),
  ]
}
