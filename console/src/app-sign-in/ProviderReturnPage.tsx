import { useEffect } from 'react'
import { useRequest } from '../act.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { fill } from '../language/fill.ts'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { PageLink, PageLinks, Title } from './Frame.tsx'
import { broughtByProvider } from './provider-return.ts'
import { useFinish, usePage } from './use-page.ts'
import { words } from './words.ts'

/** Where a provider leads back to: goes on to the app, or says why not. */
export function ProviderReturnPage() {
  const { to } = usePage()
  const finish = useFinish()
  const goOn = useRequest({ failure: 'inline', run: (access_token: string) => finish({ access_token }) })
  const { mutate } = goOn
  const token =
    broughtByProvider && 'access_token' in broughtByProvider ? broughtByProvider.access_token : null
  useEffect(() => {
    if (token !== null) mutate(token)
  }, [token, mutate])
  if (token !== null && !goOn.error)
    return (
      <p role="status" className="flex items-center gap-2.5 text-ink-2">
        <Spinner />
        {words.signingIn}
      </p>
    )
  const reason = broughtByProvider && 'error' in broughtByProvider ? broughtByProvider.error : 'not_asked'
  return (
    <>
      <Title>{words.notSignedIn}</Title>
      <div className="mt-4">
        {goOn.error ? (
          <FormFailure error={goOn.error} />
        ) : (
          <Notice tone="danger">{REASONS[reason] ?? fill(words.providerRefused, { reason })}</Notice>
        )}
      </div>
      <PageLinks>
        <PageLink to={to('')}>{words.backToSignIn}</PageLink>
      </PageLinks>
    </>
  )
}

/** `not_asked` is of this page, the others are what the API leads back with. */
const REASONS: Record<string, string> = {
  not_asked: words.notAsked,
  refused: words.notAgreed,
  email_not_verified: words.emailNotProved,
  provider_failed: words.providerFailed,
  linked_elsewhere: words.linkedElsewhere,
  app_closed: words.appClosed,
}
