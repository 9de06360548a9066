import { useNavigate } from 'react-router'
import { useRequest } from '../act.ts'
import { fillWith } from '../language/fill.ts'
import { DeadLink, Lead, Title, Who } from './Frame.tsx'
import { NewPasswordField, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { usePage } from './use-page.ts'
import { words } from './words.ts'

export function ResetPasswordPage() {
  const { app_id, linkToken: reset_token = '', preview, name, to } = usePage()
  const navigate = useNavigate()
  const reset = useRequest({
    failure: 'inline',
    run: (values: FormData) =>
      pageClient.app_auth.reset_password(
        { app_id },
        { reset_token, new_password: String(values.get('new_password')) },
      ),
    // The used link leaves the history too.
    onSuccess: () => navigate(to(''), { replace: true, state: { note: words.passwordChanged } }),
  })
  const { link } = preview
  if (link?.purpose !== 'reset') return <DeadLink to={to('forgot-password')}>{words.emailMeNewLink}</DeadLink>
  return (
    <>
      <Title>{words.chooseNewPassword}</Title>
      <Lead>{fillWith(words.newPasswordFor, { email: <Who>{link.email}</Who>, name })}</Lead>
      <PageForm sending={reset} submit={words.changePassword}>
        <NewPasswordField name="new_password" />
      </PageForm>
    </>
  )
}
