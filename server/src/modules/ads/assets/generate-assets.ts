import type { InputOf, operations } from '@atrium/contract'
import { ASSET_SESSION_HOURS, MAX_ASSET_SESSIONS } from '@atrium/contract/ad-assets'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type Caller, userOf } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { chooseLanguage } from '../suggestions/languages.ts'
import { createAssets } from './create-assets.ts'
import { sessionCredits } from './end-session.ts'
import { planAssets } from './plan-assets.ts'
import { type AssetSessionRow, sessionStore } from './session-store.ts'

const SESSION_MS = ASSET_SESSION_HOURS * 60 * 60 * 1000
/** Longer than a session can run. */
const HOLD_MS = 3 * 60 * 60 * 1000

export async function generateAssets(
  { db, clock, access, audit, credits, jobs }: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.assets.generate>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const now = clock.now()
  const session: AssetSessionRow = {
    id: makeId('ags', now),
    app_id: app.id,
    workspace_id: app.workspace_id,
    state: 'running',
    input: {
      campaign_type: body.campaign_type ?? 'PERFORMANCE_MAX',
      business_name: body.business_name,
      business_description: body.business_description ?? '',
      landing_page: body.landing_page ?? null,
      logo_url: body.logo_url ?? null,
      field_types: body.field_types ?? null,
      count: body.count ?? null,
      language: chooseLanguage(headers['accept-language']),
    },
    created_by: userOf(caller).id,
    created_date: now,
    expires_at: new Date(now.getTime() + SESSION_MS),
    finished_date: null,
  }
  await transaction(db, async (tx) => {
    const store = sessionStore(tx)
    if ((await store.lockAndCount(app.id)) >= MAX_ASSET_SESSIONS) throw refuse('asset_session_limit_reached')
    await store.insert(session)
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'assets.generate',
      target_type: 'asset_session',
      target_id: session.id,
      app_id: app.id,
      detail: { business_name: body.business_name, assets: planAssets(session.input).length },
    })
    await jobs.send(tx, createAssets, { session_id: session.id })
    await credits.hold(tx, sessionCredits(session), new Date(now.getTime() + HOLD_MS))
  })
  return { session_id: session.id, status: 'running' as const, expires_at: session.expires_at }
}
