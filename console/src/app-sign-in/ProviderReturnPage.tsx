import { useEffect } from 'react'
import { useRequest } from '../act.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { PageLink, PageLinks, Title } from './Frame.tsx'
import { broughtByProvider } from './provider-return.ts'
import { useFinish, usePage } from './use-page.ts'

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
        Signing you in
      </p>
    )
  const reason = broughtByProvider && 'error' in broughtByProvider ? broughtByProvider.error : 'not_asked'
  return (
    <>
      <Title>You are not signed in</Title>
      <div className="mt-4">
        {goOn.error ? (
          <FormFailure error={goOn.error} />
        ) : (
          <Notice tone="danger">{REASONS[reason] ?? `The provider did not sign you in (${reason}).`}</Notice>
        )}
      </div>
      <PageLinks>
        <PageLink to={to('')}>Back to sign-in</PageLink>
      </PageLinks>
    </>
  )
}

const REASONS: Record<string, string> = {
  not_asked: 'This page was opened without a sign-in that began here. Begin again.',
  access_denied: 'You did not agree at the provider, or it refused.',
  app_closed: 'This app takes only those who were invited. Ask the people who run it.',
}
