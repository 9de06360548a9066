import type { AdAccount } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { ACCOUNT_STATES } from './ad-words.ts'
import { useAdsApp } from './use-ads-app.ts'
import { words } from './words.ts'

/** The account at the ad platform; the app has one, and its currency and time zone stay. */
export function AccountPart({ account }: { account: AdAccount }) {
  const { appId } = useAdsApp()
  const { label, tone, advice } = ACCOUNT_STATES[account.status]
  const accept = useAct({
    run: () => client.ads.accept_terms({ app_id: appId, account_id: account.id }),
    touches: ['ads'],
    done: () => words.termsAccepted,
    failure: toastFailure,
  })
  return (
    <section aria-labelledby="account" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="account" className="font-semibold">
        {words.account}
      </h3>
      <dl className="mt-4 grid gap-x-10 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        <Fact term={words.name}>{account.account_name}</Fact>
        <Fact term={words.state}>
          <StatusDot tone={tone}>{label}</StatusDot>
          {advice && <p className="mt-1 text-sm text-ink-2">{advice}</p>}
        </Fact>
        <Fact term={words.currency}>{account.currency_code}</Fact>
        <Fact term={words.timeZone}>{account.timezone}</Fact>
        <Fact term={words.idAtTheAd}>
          {account.platform_customer_id ? (
            <span className="inline-flex items-center gap-1 font-mono text-sm">
              {account.platform_customer_id}
              <CopyButton text={account.platform_customer_id} label={words.copyTheIdAt} />
            </span>
          ) : (
            <span className="text-ink-3">{words.notKnownYet}</span>
          )}
        </Fact>
        <Fact term={words.termsOfTheAd}>
          {account.terms_accepted_date ? (
            fillWith(words.acceptedTime, { time: <Time at={account.terms_accepted_date} /> })
          ) : (
            <div className="space-y-2">
              <p className="text-sm text-ink-2">{words.notAcceptedYetAnyone}</p>
              <Button size="sm" isPending={accept.isPending} onPress={() => accept.mutate()}>
                {words.acceptTheTerms}
              </Button>
            </div>
          )}
        </Fact>
      </dl>
    </section>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{term}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  )
}
