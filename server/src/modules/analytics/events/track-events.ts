import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { isPlain } from '../../../platform/http/body.ts'
import type { Visitor } from '../../../platform/http/visitor.ts'
import { type AppAddresses, type Caller, isTestAddress } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { isAllowedOrigin, isOwnOrigin } from './allowed-origin.ts'
import { type Attribution, readEvents } from './read-events.ts'

/** The answer comes when the events are stored, so that nothing answered can be lost. */
export async function trackEvents(
  deps: Deps,
  caller: Caller | Visitor,
  { params, headers, body }: InputOf<typeof operations.events.track>,
) {
  const { clock, eventBuffer, analyticsMetrics } = deps
  const attribution = await attributionOf(deps, caller, params.app_id, headers.origin)
  const { app_id } = attribution
  const { batch, heartbeats, rejected } = readEvents(
    body.events,
    attribution,
    clock.now().getTime(),
    isPlain(body),
  )
  deps.eventQuota.take(app_id, batch.times.length, !('kind' in caller))
  const beats = [...heartbeats].map(([user_id, seen_at]) => ({ app_id, user_id, seen_at }))
  const hasAny = batch.times.length > 0 || beats.length > 0
  const duplicates = hasAny ? await eventBuffer.add(batch, beats) : 0
  const accepted = body.events.length - rejected.length - duplicates
  analyticsMetrics.tracked({ accepted, duplicates, rejected: rejected.length })
  return { accepted, duplicates, rejected }
}

/** Whose events they are follows from the credential; only those who can edit the app may name others. */
async function attributionOf(
  { access, baseUrl }: Deps,
  caller: Caller | Visitor,
  appId: string,
  origin: string | undefined,
): Promise<Attribution> {
  if (!('kind' in caller)) {
    const app = await access.anyApp(appId)
    // What is not public has no visitors but those of its own pages.
    if (!isPublic(app) && !isOwnOrigin(origin, app)) throw refuse('missing_credentials')
    requireOrigin(origin, app, baseUrl())
    return { app_id: app.id, user_id: '', mayName: false }
  }
  const app = await access.visit(caller, appId)
  if (caller.kind === 'app_session') requireOrigin(origin, app, baseUrl())
  // Users whom automated tests make for a moment would be counted as people.
  const user = app.user && !isTestAddress(app.user.email) ? app.user.id : ''
  return { app_id: app.id, user_id: user, mayName: app.user_role === 'editor' }
}

function isPublic({ public_settings }: { public_settings: string }): boolean {
  return public_settings.startsWith('public_')
}

function requireOrigin(origin: string | undefined, app: AppAddresses, baseUrl: string): void {
  if (!isAllowedOrigin(origin, app, baseUrl)) throw refuse('origin_not_allowed')
}
