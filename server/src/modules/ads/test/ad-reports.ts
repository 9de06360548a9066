/** An app whose advertising is reported on, at a moment that a test may change. */
import { beforeEach } from 'vitest'
import { bring } from '../../../../test/bring.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useMade } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { adAccount } from './ad-rows.ts'

/** At noon in London. */
const WEDNESDAY = '2026-11-18T12:00:00Z'

export function useAdReports() {
  let moment = WEDNESDAY
  const clock = { now: () => new Date(moment), move() {} }
  const app = useApp({ rate_limits: 'off' }, { clock })
  const { owner, viewer, stranger } = useTeam(app)
  beforeEach(() => {
    moment = WEDNESDAY
  })
  const shop = useMade(() => app.make.app(owner), beforeEach)
  return {
    app,
    owner,
    viewer,
    stranger,
    shop,
    at(time: string) {
      moment = time
    },
    /** As of the moment of the clock, so that relative times count from there. */
    load: (account: Record<string, unknown>, campaigns: object[]) =>
      bring(
        { atrium: app.atrium, clock },
        { ads_accounts: [adAccount(shop.id, account)], ads_campaigns: campaigns },
      ),
  }
}
