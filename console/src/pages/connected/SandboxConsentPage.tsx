import { Check, X } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useRequest } from '../../act.ts'
import { client, load } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isWebAddress } from '../connectors/open-service.ts'
import { SignedOutFrame } from '../sign-in/SignedOutFrame.tsx'
import { consentIn } from './consent-in.ts'
import { words } from './words.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return load(request, queries.session())
}

/** Stands for the page of a service on which people let an app in. */
export function Component() {
  const request = useSearchParams()[0].get('request') ?? ''
  const decide = useRequest({
    run: (decision: 'approve' | 'refuse') => client.connectors.decide_sandbox({ request, decision }),
    onSuccess: ({ redirect_url }) => {
      if (isWebAddress(redirect_url)) window.location.assign(redirect_url)
    },
    failure: 'inline',
  })
  // On success the page is about to be left: nothing may be sent a second time.
  const isTaken = decide.isPending || decide.isSuccess
  const send = (decision: 'approve' | 'refuse') => {
    if (!isTaken && decide.progress.current.running === 0) decide.mutate(decision)
  }
  const { account, scopes } = consentIn(request)
  return (
    <SignedOutFrame footer={words.thisPageBelongsTo}>
      <title>{words.sandboxAtrium}</title>
      <h1 className="text-xl font-semibold tracking-tight">{words.letTheAppInto}</h1>
      <div className="mt-3 space-y-5">
        <FormFailure error={decide.error} />
        {request === '' ? (
          <Notice tone="caution">{words.thereIsNothingTo}</Notice>
        ) : (
          <>
            <p className="text-ink-2">
              {fillWith(words.anAppOfAtrium, {
                yourAccount: account ? fill(words.theAccountAccount, { account }) : words.yourAccount,
              })}
            </p>
            {scopes.length > 0 && (
              <div>
                <p className="text-sm font-medium">{words.itAsksFor}</p>
                <ul className="mt-1 list-disc ps-5 font-mono text-sm text-ink-2">
                  {scopes.map((scope) => (
                    <li key={scope} className="break-all">
                      {scope}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                look="primary"
                icon={Check}
                isPending={isTaken && decide.variables === 'approve'}
                onPress={() => send('approve')}
              >
                {words.approve}
              </Button>
              <Button
                icon={X}
                isPending={isTaken && decide.variables === 'refuse'}
                onPress={() => send('refuse')}
              >
                {words.refuse}
              </Button>
            </div>
          </>
        )}
      </div>
    </SignedOutFrame>
  )
}
