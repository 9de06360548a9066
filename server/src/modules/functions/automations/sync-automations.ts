import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/database/db.ts'
import { makeId } from '../../../platform/ids.ts'
import { nextLook } from '../../../platform/time/cron.ts'
import type { AutomationRow } from '../tables.ts'
import type { Declared } from './automation-rules.ts'
import { automationStore } from './automation-store.ts'

/** Lets a function have these automations: what it has already goes on as it is, a schedule with its next time. */
export async function syncAutomations(
  tx: Db,
  { app_id, name }: { app_id: string; name: string },
  declared: readonly Declared[],
  now: Date,
): Promise<void> {
  const store = automationStore(tx)
  const gone = new Map((await store.listOf(app_id, name)).map((row) => [row.id, row]))
  const added: AutomationRow[] = []
  for (const one of declared) {
    const same = [...gone.values()].find((row) => isDeepStrictEqual(row.declared, one))
    if (same) gone.delete(same.id)
    else {
      const { type } = one
      const next_run_at = type === 'schedule' ? nextLook(one, now) : null
      added.push({ id: makeId('atm', now), app_id, function_name: name, type, declared: one, next_run_at })
    }
  }
  await store.delete([...gone.keys()])
  await store.insert(added)
}
