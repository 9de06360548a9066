/**
 * The way of a campaign from a draft to the ad platform. Each step is noted before the call that it names, so that
 * anyone who finds a launch without its node knows what may have happened. The caller may hang up: it goes on.
 */
import type { CampaignInput } from '@atrium/contract/ad-campaign'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { type App, billingOfApp, type Caller } from '../../../tenancy/index.ts'
import { requireNoHold } from '../accounts/account-hold.ts'
import { type AdAccountRow, accountOf } from '../accounts/account-store.ts'
import { cardOfWorkspace } from '../accounts/card-of-workspace.ts'
import { currencyFor } from '../accounts/currency.ts'
import { refreshAccount } from '../accounts/refresh-account.ts'
import { assetsForCampaign } from '../assets/assets-for-campaign.ts'
import { type AdCampaignRow, findCampaign } from '../campaigns/campaign-store.ts'
import { isReachable, platformUnavailable } from '../campaigns/reachable-account.ts'
import type { Deps } from '../deps.ts'
import { createOnPlatform } from './create-on-platform.ts'
import { type Draft, draftOf, isKnownByContent } from './draft.ts'
import { requireLaunchable } from './launch-checks.ts'
import { insertLaunch, type LaunchRow, livingCampaigns, livingLaunch, moveLaunch } from './launch-store.ts'
import { accountForLaunch } from './open-account.ts'

export interface LaunchOptions {
  /** Otherwise an app without an account is refused. */
  mayOpenAccount: boolean
  /** Of an account that is opened now. */
  timezone?: string
}

const MAX_CAMPAIGNS = 500

export async function launchCampaign(
  deps: Deps,
  caller: Caller,
  app: App,
  campaign: CampaignInput,
  { mayOpenAccount, timezone = 'UTC' }: LaunchOptions,
): Promise<{ account: AdAccountRow; campaign: AdCampaignRow }> {
  const { db, adPlatform } = deps
  const [known, billing] = await Promise.all([accountOf(db, app.id), billingOfApp(db, app.id)])
  const currency_code = known?.currency_code ?? currencyFor(billing?.billing_country ?? null, adPlatform)
  const assets = await assetsForCampaign(deps, app.id, campaign.asset_ids ?? [])
  const draft = draftOf(app.id, campaign, assets)
  await requireLaunchable(deps, draft.input, currency_code)
  if (!known && !mayOpenAccount) throw refuse('no_ads_account')
  await requireFreeDraft(deps, app.id, draft)
  requireNoHold(known && (await refreshAccount(deps, known)), billing)
  if ((await livingCampaigns(db, app.id, MAX_CAMPAIGNS)) >= MAX_CAMPAIGNS)
    throw refuse('campaign_limit_reached')
  await requireCard(deps, app.workspace_id)
  if (known && known.platform !== adPlatform.kind) throw platformUnavailable()

  const launch = await startLaunch(deps, caller, app, draft)
  const opening = { app, launch, currency_code, timezone, mayOpenAccount }
  const { account, isNew: isNewAccount } = await accountForLaunch(deps, caller, opening)
  if (!isReachable(account, adPlatform)) throw platformUnavailable()
  const made = await createOnPlatform(deps, caller, { app, account, launch, isNewAccount })
  return { account, campaign: made }
}

async function requireCard(deps: Deps, workspaceId: string): Promise<void> {
  const { has_payment_method, payment_provider_unavailable } = await cardOfWorkspace(deps, workspaceId)
  if (payment_provider_unavailable)
    throw refuse('payment_provider_unavailable', { headers: { 'Retry-After': '30' } })
  if (!has_payment_method) throw refuse('payment_method_required')
}

async function startLaunch(deps: Deps, caller: Caller, app: App, draft: Draft): Promise<LaunchRow> {
  const { db, clock } = deps
  const now = clock.now()
  const launch = await insertLaunch(db, {
    id: makeId('lch', now),
    app_id: app.id,
    draft_key: draft.key,
    reference: draft.reference,
    input: draft.input,
    created_by: caller.user?.id ?? null,
    created_date: now,
  })
  if (launch) return launch
  await requireFreeDraft(deps, app.id, draft)
  throw refuse('launch_in_progress') // it was, a moment ago
}

/** One draft becomes one campaign. */
async function requireFreeDraft({ db, clock }: Deps, appId: string, draft: Draft): Promise<void> {
  const launch = await livingLaunch(db, appId, draft.key)
  if (!launch) return
  const { campaign_id } = launch
  const extra = campaign_id === null ? {} : { campaign_id }
  if (launch.state === 'outcome_unknown') throw refuse('outcome_unknown', { extra })
  if (launch.state !== 'done') throw refuse('launch_in_progress', { extra })
  const isFreed = isKnownByContent(launch) && (await isRemoved(db, appId, campaign_id))
  if (!isFreed) throw refuse('already_launched', { extra })
  await moveLaunch(db, launch.id, { from: ['done'], to: 'released' }, clock.now())
}

async function isRemoved(db: Deps['db'], appId: string, campaignId: string | null): Promise<boolean> {
  const campaign = campaignId === null ? null : await findCampaign(db, appId, campaignId)
  return campaign === null || campaign.status === 'REMOVED'
}
