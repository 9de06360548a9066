import { on } from '../../../platform/events.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import { accountOf } from '../accounts/account-store.ts'
import type { Deps } from '../deps.ts'
import { isLaunching } from './adoption-store.ts'
import { pauseRunning } from './pause-running.ts'
import { isReachable } from './reachable-account.ts'

const HOUR = 3600

/**
 * Nobody reaches the campaigns of a deleted app any more, so they must not go on spending. They are paused, not removed:
 * the platform's own tools can still show them. Whatever does not succeed is tried again for days.
 */
export const stopCampaigns = on<'app.deleted', Deps>('app.deleted', 'ads.stop_campaigns', {
  retry: [10, 60, 300, 1800, ...Array<number>(72).fill(HOUR)],
  timeoutSeconds: 600,
  async run(deps, { app_id }) {
    const { db, adPlatform } = deps
    const [account, billing] = await Promise.all([accountOf(db, app_id), billingOfApp(db, app_id)])
    if (!account || !billing) return
    if (await isLaunching(db, app_id)) throw new Error('A launch is still on its way')
    if (account.platform_customer_id === null) return
    if (!isReachable(account, adPlatform)) throw new Error(`The account is one of ${account.platform}`)
    const app = { id: app_id, workspace_id: billing.workspace_id }
    const { failed } = await pauseRunning(deps, null, app, account)
    if (failed.length > 0) throw new Error(`${failed.length} campaigns may still be running`)
  },
})
