/** Pages that ask for an email and have a link mailed. They say the same for every email, known or not. */
import { useState } from 'react'
import { useRequest } from '../act.ts'
import { textOf } from '../form/form-values.ts'
import { fill, fillWith } from '../language/fill.ts'
import { Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { EmailField, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { usePage } from './use-page.ts'
import { rememberState } from './way-back.ts'
import { words } from './words.ts'

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
  if (mailed !== null) return <Mailed email={mailed} lasts={words.worksWithinQuarter} />
  return (
    <>
      <Title>{words.signInByEmail}</Title>
      <Lead>{fill(words.linkSignsIn, { name })}</Lead>
      <PageForm sending={send} submit={words.emailMeLink}>
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
  if (mailed !== null) return <Mailed email={mailed} lasts={words.worksWithinHour} />
  return (
    <>
      <Title>{words.forgotPassword}</Title>
      <Lead>{words.linkToNewPassword}</Lead>
      <PageForm sending={send} submit={words.emailMeLink}>
        <EmailField />
      </PageForm>
      <BackLink />
    </>
  )
}

function Mailed({ email, lasts }: { email: string; lasts: string }) {
  return (
    <div role="status">
      <Title>{words.lookIntoMailbox}</Title>
      <Lead>
        {fillWith(words.linkMailed, { email: <Who>{email}</Who> })} {lasts}
      </Lead>
      <BackLink />
    </div>
  )
}

function BackLink() {
  const { to } = usePage()
  return (
    <PageLinks>
      <PageLink to={to('')}>{words.backToSignIn}</PageLink>
    </PageLinks>
  )
}
