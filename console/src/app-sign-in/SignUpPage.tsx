import { useState } from 'react'
import { useLocation } from 'react-router'
import { useRequest } from '../act.ts'
import { textOf } from '../form/form-values.ts'
import { fill, fillWith } from '../language/fill.ts'
import { TextField } from '../ui/TextField.tsx'
import { CodeStep } from './CodeStep.tsx'
import { DeadLink, Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { EmailField, FIELD_ROOM, NewPasswordField, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { usePage } from './use-page.ts'
import { words } from './words.ts'

export function SignUpPage() {
  const { preview, to } = usePage()
  const waiting = useLocation().state?.code_for
  if (typeof waiting === 'string') return <CodeStep email={waiting} />
  if (preview.may_sign_up) return <SignUp />
  return (
    <>
      <Title>{words.byInvitation}</Title>
      <Lead>{words.onlyInvited}</Lead>
      <PageLinks>
        <PageLink to={to('')}>{words.signIn}</PageLink>
      </PageLinks>
    </>
  )
}

export function InvitationPage() {
  const { preview, to } = usePage()
  if (preview.link?.purpose === 'invitation') return <SignUp invited={preview.link.email} />
  return <DeadLink to={to('')}>{words.signIn}</DeadLink>
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
      <Title>{fill(invited ? words.join : words.signUpFor, { name })}</Title>
      {invited && <Lead>{fillWith(words.invitedAs, { email: <Who>{invited}</Who> })}</Lead>}
      <PageForm sending={signUp} submit={words.signUp}>
        <EmailField value={invited} isFixed={invited !== undefined} />
        <TextField
          label={words.yourName}
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
          <PageLink to={to('email-link')}>{words.signUpWithoutPassword}</PageLink>
        </p>
        <p>{fillWith(words.signedUpAlready, { signIn: <PageLink to={to('')}>{words.signIn}</PageLink> })}</p>
      </PageLinks>
    </>
  )
}
