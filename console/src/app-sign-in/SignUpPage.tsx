import { useState } from 'react'
import { useLocation } from 'react-router'
import { useRequest } from '../act.ts'
import { textOf } from '../form/form-values.ts'
import { TextField } from '../ui/TextField.tsx'
import { CodeStep } from './CodeStep.tsx'
import { DeadLink, Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { EmailField, FIELD_ROOM, NewPasswordField, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { usePage } from './use-page.ts'

export function SignUpPage() {
  const { preview, to } = usePage()
  const waiting = useLocation().state?.code_for
  if (typeof waiting === 'string') return <CodeStep email={waiting} />
  if (preview.may_sign_up) return <SignUp />
  return (
    <>
      <Title>Sign up by invitation</Title>
      <Lead>
        This app takes only those who were invited. Open the link in the email with your invitation.
      </Lead>
      <PageLinks>
        <PageLink to={to('')}>Sign in</PageLink>
      </PageLinks>
    </>
  )
}

export function InvitationPage() {
  const { preview, to } = usePage()
  if (preview.link?.purpose === 'invitation') return <SignUp invited={preview.link.email} />
  return <DeadLink to={to('')}>Sign in</DeadLink>
}

function SignUp({ invited }: { invited?: string }) {
  const { app_id, name, to } = usePage()
  const [waiting, setWaiting] = useState<string | null>(null)
  const signUp = useRequest({
    failure: 'inline',
    run: (values: FormData) =>
      pageClient.app_auth.register(
        { app_id },
        {
          email: textOf(values, 'email'),
          password: String(values.get('password')),
          full_name: textOf(values, 'full_name'),
        },
      ),
    onSuccess: ({ email }) => setWaiting(email),
  })
  if (waiting !== null) return <CodeStep email={waiting} />
  return (
    <>
      <Title>{invited ? `Join ${name}` : `Sign up for ${name}`}</Title>
      {invited && (
        <Lead>
          You are invited as <Who>{invited}</Who>.
        </Lead>
      )}
      <PageForm sending={signUp} submit="Sign up">
        <EmailField value={invited} isFixed={invited !== undefined} />
        <TextField
          label="Your name"
          name="full_name"
          maxLength={200}
          autoComplete="name"
          optional
          className={FIELD_ROOM}
        />
        <NewPasswordField name="password" />
      </PageForm>
      <PageLinks>
        <p>
          <PageLink to={to('email-link')}>Sign up without a password</PageLink>
        </p>
        <p>
          Signed up already? <PageLink to={to('')}>Sign in</PageLink>
        </p>
      </PageLinks>
    </>
  )
}
