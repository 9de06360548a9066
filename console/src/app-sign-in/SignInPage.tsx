import { ApiError } from '@atrium/sdk'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useRequest } from '../act.ts'
import { textOf } from '../form/form-values.ts'
import { Notice } from '../ui/Notice.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Lead, PageLink, PageLinks, Title } from './Frame.tsx'
import { EmailField, FIELD_ROOM, PageForm } from './PageForm.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { pageClient } from './page-api.ts'
import { useFinish, usePage } from './use-page.ts'

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
      <Title>{preview.app ? `Sign in to ${preview.app.name}` : 'Sign in'}</Title>
      {!preview.app && <Lead>Sign in to the app that you came from.</Lead>}
      {typeof note === 'string' && (
        <div className="mt-5">
          <Notice>{note}</Notice>
        </div>
      )}
      <ProviderButtons />
      <PageForm sending={signIn} submit="Sign in">
        <EmailField />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={256}
          isRequired
          className={FIELD_ROOM}
        />
        {needsCode && (
          <TextField
            label="Code of your second factor"
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
          <PageLink to={to('email-link')}>Email me a link to sign in</PageLink>
        </p>
        <p>
          <PageLink to={to('forgot-password')}>Forgot your password?</PageLink>
        </p>
        {preview.may_sign_up && (
          <p>
            New here? <PageLink to={to('sign-up')}>Sign up</PageLink>
          </p>
        )}
      </PageLinks>
    </>
  )
}
