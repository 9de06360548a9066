import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { settingsStore } from './settings-store.ts'

export async function readScanSettings(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.scans.read_settings>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const settings = await settingsStore(db).find(app.id)
  if (!settings) throw refuse('app_not_found')
  return settings
}
