import type { AdAccount } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { ACCOUNT_STATES } from './ad-words.ts'
import { useAdsApp } from './use-ads-app.ts'

/** The account at the ad platform; the app has one, and its currency and time zone stay. */
export function AccountPart({ account }: { account: AdAccount }) {
  const { appId } = useAdsApp()
  const { label, tone, advice } = ACCOUNT_STATES[account.status]
  const accept = useAct({
    run: () => client.ads.accept_terms({ app_id: appId, account_id: account.id }),
    touches: ['ads'],
    done: () => 'Terms accepted',
    failure: toastFailure,
  })
  return (
    <section aria-labelledby="account" className="border-t border-line px-5 py-6 sm:px-8">
      <h3 id="account" className="font-semibold">
        Account
      </h3>
      <dl className="mt-4 grid gap-x-10 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        <Fact term="Name">{account.account_name}</Fact>
        <Fact term="State">
          <StatusDot tone={tone}>{label}</StatusDot>
          {advice && <p className="mt-1 text-sm text-ink-2">{advice}</p>}
        </Fact>
        <Fact term="Currency">{account.currency_code}</Fact>
        <Fact term="Time zone">{account.timezone}</Fact>
        <Fact term="Id at the ad platform">
          {account.platform_customer_id ? (
            <span className="inline-flex items-center gap-1 font-mono text-sm">
              {account.platform_customer_id}
              <CopyButton text={account.platform_customer_id} label="Copy the id at the ad platform" />
            </span>
          ) : (
            <span className="text-ink-3">Not known yet</span>
          )}
        </Fact>
        <Fact term="Terms of the ad platform">
          {account.terms_accepted_date ? (
            <>
              Accepted <Time at={account.terms_accepted_date} />
            </>
          ) : (
            <div className="space-y-2">
              <p className="text-sm text-ink-2">
                Not accepted yet. Anyone who accepts them does so for the workspace.
              </p>
              <Button size="sm" isPending={accept.isPending} onPress={() => accept.mutate()}>
                Accept the terms
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
