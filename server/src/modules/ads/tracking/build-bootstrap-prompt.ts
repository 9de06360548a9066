import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { ConversionGoal, Written } from '../../../ports/ad-platform/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { platformUnavailable } from '../campaigns/reachable-account.ts'
import { mappingStore } from '../conversions/mapping-store.ts'
import { openAccountOf } from '../conversions/read-goals.ts'
import type { Deps } from '../deps.ts'
import { bootstrapPrompt, isId } from './bootstrap-prompt.ts'
import { publishedGoals } from './published-goals.ts'
import { standardGoals } from './standard-goals.ts'

/** Spec: POST …/tracking-scan/build-bootstrap-prompt. */
export async function buildBootstrapPrompt(
  deps: Deps & { wait?: (ms: number) => Promise<unknown> },
  caller: Caller,
  { params, body: { wire_events } }: InputOf<typeof operations.ads.build_bootstrap_prompt>,
) {
  const { db, adPlatform } = deps
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const account = await openAccountOf(deps, app.id)
  if (!account) return { composer_prompt: '', skipped_reason: 'no_ads_account' as const }
  const customerId = account.platform_customer_id
  const wanted = standardGoals(app.name)
  const ensured = ensuredGoals(await adPlatform.ensureGoals(customerId, wanted))
  await deps.audit.record(db, caller, {
    workspace_id: app.workspace_id,
    action: 'ads.build_bootstrap_prompt',
    target_type: 'ad_account',
    target_id: account.id,
    app_id: app.id,
    detail: { wire_events },
  })
  const mappings = wire_events ? await mappingStore(db).enabled(app.id) : []
  const all = await publishedGoals(deps, customerId, mappings)
  const goals = all ?? ensured
  const tag = await adPlatform.accountTag(customerId)
  const conversion_id = tag.outcome === 'done' && tag.value !== null && isId(tag.value) ? tag.value : ''
  const offered = wanted.flatMap(({ category }) => goals.find((goal) => goal.category === category) ?? [])
  return {
    composer_prompt: bootstrapPrompt({
      app_name: app.name,
      ...{ conversion_id, mappings, wire_events },
      goals: mappings.length > 0 ? goals : offered,
    }),
    conversion_id,
    actions_created_or_existing: goals.length,
    wired_mappings: wire_events ? mappings.length || wanted.length : 0,
  }
}

/** To make sure of goals can be repeated, so of an answer that was lost it is enough to say: try again. */
function ensuredGoals(written: Written<ConversionGoal[]>): ConversionGoal[] {
  if (written.outcome === 'done') return written.value
  if (written.outcome === 'rejected')
    throw refuse('rejected_by_platform', { extra: { reasons: written.reasons } })
  throw platformUnavailable()
}
