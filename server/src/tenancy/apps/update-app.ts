import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { presentApp } from './present-app.ts'
import { requirePublishedUrl } from './require-published-url.ts'
import { type AppChanges, appStore } from './store.ts'

const WRITABLE = [
  'name',
  'user_description',
  'logo_url',
  'published_url',
  'public_settings',
  'hide_authorship',
] as const satisfies readonly (keyof AppChanges)[]

export async function updateApp(
  deps: TenancyDeps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.apps.update>,
) {
  const { db, clock, access, audit } = deps
  const { user_role, workspace, ...app } = await access.app(caller, params.app_id, 'editor')
  const changed = WRITABLE.filter((field) => body[field] !== undefined && body[field] !== app[field])
  if (changed.length === 0) return presentApp(app, user_role)
  // One that is there stays, however it came: by a site of this server, or from an archive.
  if (changed.includes('published_url')) requirePublishedUrl(deps, body.published_url)

  const changes: AppChanges = Object.fromEntries(changed.map((field) => [field, body[field]]))
  const updated_date = clock.now()
  await transaction(db, async (tx) => {
    if (!(await appStore(tx).update(app.id, { ...changes, updated_date }))) throw refuse('app_not_found')
    await audit.record(tx, caller, {
      workspace_id: workspace.id,
      action: 'apps.update',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { changed },
    })
  })
  access.invalidate(app.id)
  return presentApp({ ...app, ...changes, updated_date }, user_role)
}
