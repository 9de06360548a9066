import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { ACCOUNT_STATES } from './ad-words.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

type State = 'good' | 'open' | 'missing'

const SIGNS: Record<State, { icon: LucideIcon; look: string; word: string }> = {
  good: { icon: CircleCheck, look: 'text-accent', word: words.inOrder },
  open: { icon: CircleDashed, look: 'text-ink-3', word: words.notYet },
  missing: { icon: CircleAlert, look: 'text-danger', word: words.missing },
}

const LINK = 'font-medium text-accent hover:underline'

/** Whether a campaign can be launched, and where to mend what stands in the way. */
export function Readiness() {
  const { appId, workspaceId } = useAdsApp()
  const { data: readiness } = useSuspenseQuery(adsQueries.readiness(appId))
  const { data: billing } = useSuspenseQuery(adsQueries.billing(appId))
  const { data: account } = useSuspenseQuery(adsQueries.account(appId))
  const { errors } = readiness
  const { card } = billing
  const isHeld = errors.includes('billing_hold')
  const accountState = account && ACCOUNT_STATES[account.status]

  return (
    <section aria-labelledby="readiness" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="readiness" className="font-semibold">
        {readiness.ready ? words.readyToLaunch : words.beforeYouCanLaunch}
      </h3>
      <ul className="mt-4 grid gap-x-10 gap-y-4 lg:grid-cols-2">
        <Check
          title={words.card}
          state={readiness.has_payment_method ? 'good' : 'missing'}
          text={
            readiness.payment_provider_unavailable
              ? words.thePaymentProviderDoes
              : card
                ? `${brandOf(card.brand)} ending in ${card.last4}, until ${card.exp_month}/${card.exp_year}.`
                : readiness.has_payment_method
                  ? words.theWorkspaceHasA
                  : words.theWorkspaceHasNo
          }
        />
        <Check
          title={words.payments}
          state={isHeld ? 'missing' : 'good'}
          text={isHeld ? words.advertisingIsOnHold : words.nothingIsOnHold}
        />
        <Check
          title={words.account}
          state={!accountState ? 'open' : accountState.tone === 'danger' ? 'missing' : 'good'}
          text={
            !accountState
              ? fill(words.openedByTheFirst, { currencyCode: readiness.currency_code })
              : accountState.advice ||
                fill(words.labelInCurrencyCode, {
                  label: accountState.label,
                  currencyCode: readiness.currency_code,
                })
          }
        />
        <Check
          title={words.landingPage}
          state={readiness.landing_page_ready ? 'good' : 'missing'}
          text={
            readiness.landing_page ? (
              <span className="break-all">{readiness.landing_page}</span>
            ) : (
              fillWith(words.theAppHasNoPublished, {
                link: (
                  <Link to={paths.appSettings(workspaceId, appId)} className={LINK}>
                    {words.giveItOneIn}
                  </Link>
                ),
              })
            )
          }
        />
        <Check
          title={words.conversionTracking}
          state={account?.tracking_verified_date ? 'good' : 'open'}
          text={
            account?.tracking_verified_date
              ? words.theAppTellsThe
              : fillWith(words.campaignsWaitUntilThe, {
                  link: (
                    <Link to={paths.tracking(workspaceId, appId)} className={LINK}>
                      {words.setUpTracking}
                    </Link>
                  ),
                })
          }
        />
      </ul>
    </section>
  )
}

function Check({ title, state, text }: { title: string; state: State; text: ReactNode }) {
  const { icon: Icon, look, word } = SIGNS[state]
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className={classNames('mt-0.5 size-4.5 shrink-0', look)} />
      <div className="min-w-0">
        <h4 className="font-medium">
          {title} <span className="sr-only">({word})</span>
        </h4>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
    </li>
  )
}

const brandOf = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1)
