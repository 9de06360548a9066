import { useNavigate } from 'react-router'
import { useRequest } from '../act.ts'
import { DeadLink, Lead, Title, Who } from './Frame.tsx'
import { NewPasswordField, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { usePage } from './use-page.ts'

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
    onSuccess: () =>
      navigate(to(''), { replace: true, state: { note: 'Your password is changed. Sign in with it.' } }),
  })
  const { link } = preview
  if (link?.purpose !== 'reset') return <DeadLink to={to('forgot-password')}>Email me a new link</DeadLink>
  return (
    <>
      <Title>Choose a new password</Title>
      <Lead>
        For <Who>{link.email}</Who> in {name}. All sessions there end.
      </Lead>
      <PageForm sending={reset} submit="Change password">
        <NewPasswordField name="new_password" />
      </PageForm>
    </>
  )
}
