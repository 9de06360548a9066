import { ApiError } from '@atrium/sdk'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useRequest } from '../act.ts'
import { textOf } from '../form/form-values.ts'
import { fill, fillWith } from '../language/fill.ts'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Lead, PageLink, PageLinks, Title } from './Frame.tsx'
import { EmailField, FIELD_ROOM, PageForm } from './PageForm.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { pageClient } from './page-api.ts'
import { useFinish, usePage } from './use-page.ts'
import { words } from './words.ts'

export function SignInPage() {
  const { app_id, preview, to } = usePage()
  const finish = useFinish()
  const navigate = useNavigate()
  const note = useLocation().state?.note
  const [needsCode, setNeedsCode] = useState(false)
  const signIn = useRequest({
    failure: 'inline',
    run: async (values: FormData) => {
      const email = textOf(values, 'email')
      const password = String(values.get('password'))
      const code = textOf(values, 'code')
      await finish(await pageClient.app_auth.login({ app_id }, { email, password, ...(code && { code }) }))
    },
    onError: (error, values) => {
      if (!(error instanceof ApiError)) return
      if (error.code === 'second_factor_required') setNeedsCode(true)
      // The password was right: only the code is missing.
      if (error.code === 'email_not_verified')
        void navigate(to('sign-up'), { state: { code_for: textOf(values, 'email') } })
    },
  })
  return (
    <>
      <Title>{preview.app ? fill(words.signInTo, { name: preview.app.name }) : words.signIn}</Title>
      {!preview.app && <Lead>{words.signInToUnknown}</Lead>}
      {typeof note === 'string' && (
        <div className="mt-5">
          <Notice>{note}</Notice>
        </div>
      )}
      <ProviderButtons />
      <PageForm sending={signIn} submit={words.signIn}>
        <EmailField />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={256}
          isRequired
          className={FIELD_ROOM}
        />
        {needsCode && (
          <TextField
            label={words.factorCode}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            isRequired
            autoFocus
            className={FIELD_ROOM}
          />
        )}
      </PageForm>
      <PageLinks>
        <p>
          <PageLink to={to('email-link')}>{words.emailMeLinkToSignIn}</PageLink>
        </p>
        <p>
          <PageLink to={to('forgot-password')}>{words.forgotPassword}</PageLink>
        </p>
        {preview.may_sign_up && (
          <p>
            {fillWith(words.newHere, {
              signUp: <PageLink to={to('sign-up')}>{words.signUp}</PageLink>,
            })}
          </p>
        )}
      </PageLinks>
    </>
  )
}
