/** Pages that ask for an email and have a link mailed. They say the same for every email, known or not. */
import { type ReactNode, useState } from 'react'
import { useRequest } from '../act.ts'
import { textOf } from '../form/form-values.ts'
import { Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { EmailField, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { usePage } from './use-page.ts'
import { rememberState } from './way-back.ts'

export function EmailLinkPage() {
  const { app_id, wayBack, name } = usePage()
  const [mailed, setMailed] = useState<string | null>(null)
  const send = useRequest({
    failure: 'inline',
    run: async (values: FormData) => {
      const email = textOf(values, 'email')
      const { from_url } = wayBack
      const asked = { email, hosted: true, ...(from_url !== undefined && { from_url }) }
      await pageClient.app_auth.request_magic_link({ app_id }, asked)
      rememberState(app_id, wayBack)
      setMailed(email)
    },
  })
  if (mailed !== null)
    return (
      <Mailed email={mailed}>
        It works once, within 15 minutes. People who run the app sign in with the password of their Atrium
        account instead.
      </Mailed>
    )
  return (
    <>
      <Title>Sign in by email</Title>
      <Lead>You get a link that signs you in to {name}, without a password.</Lead>
      <PageForm sending={send} submit="Email me a link">
        <EmailField />
      </PageForm>
      <BackLink />
    </>
  )
}

export function ForgotPasswordPage() {
  const { app_id } = usePage()
  const [mailed, setMailed] = useState<string | null>(null)
  const send = useRequest({
    failure: 'inline',
    run: async (values: FormData) => {
      const email = textOf(values, 'email')
      await pageClient.app_auth.reset_password_request({ app_id }, { email, hosted: true })
      setMailed(email)
    },
  })
  if (mailed !== null) return <Mailed email={mailed}>It works once, within an hour.</Mailed>
  return (
    <>
      <Title>Forgot your password?</Title>
      <Lead>You get a link to choose a new one.</Lead>
      <PageForm sending={send} submit="Email me a link">
        <EmailField />
      </PageForm>
      <BackLink />
    </>
  )
}

function Mailed({ email, children }: { email: string; children: ReactNode }) {
  return (
    <div role="status">
      <Title>Look into your mailbox</Title>
      <Lead>
        If the app knows <Who>{email}</Who>, or lets everybody sign up, a link is on its way. {children}
      </Lead>
      <BackLink />
    </div>
  )
}

function BackLink() {
  const { to } = usePage()
  return (
    <PageLinks>
      <PageLink to={to('')}>Back to sign-in</PageLink>
    </PageLinks>
  )
}
