import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { type Caller, setScanSwitches } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { type Settings, settingsStore } from './settings-store.ts'

export async function configureScans(
  { db, access, audit }: Deps,
  caller: Caller,
  { params, body = {} }: InputOf<typeof operations.scans.configure>,
): Promise<Settings> {
  const app = await access.app(caller, params.app_id, 'editor')
  return transaction(db, async (tx) => {
    const store = settingsStore(tx)
    const before = await store.lock(app.id)
    if (!before) throw refuse('app_not_found')
    const after = { ...before, ...body }
    const changed = NAMES.filter((name) => after[name] !== before[name])
    if (changed.length === 0) return before
    const { static_code_enabled, dependency_scan_enabled, ...others } = after
    await setScanSwitches(tx, app.id, { static_code_enabled, dependency_scan_enabled })
    await store.save({ app_id: app.id, ...others })
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'scans.configure',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: Object.fromEntries(changed.map((name) => [name, after[name]])),
    })
    return after
  })
}

const NAMES = [
  'static_code_enabled',
  'dependency_scan_enabled',
  'on_publish',
  'nightly',
  'mail',
] as const satisfies readonly (keyof Settings)[]
