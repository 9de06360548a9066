import { useRequest } from '../act.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { textOf } from '../form/form-values.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { FIELD_ROOM, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { useFinish, usePage } from './use-page.ts'

/** Of a sign-up: the code that was mailed proves the email. */
export function CodeStep({ email }: { email: string }) {
  const { app_id, to } = usePage()
  const finish = useFinish()
  const verify = useRequest({
    failure: 'inline',
    run: async (values: FormData) =>
      finish(
        await pageClient.app_auth.verify_otp({ app_id }, { email, otp_code: textOf(values, 'otp_code') }),
      ),
  })
  const resend = useRequest({
    failure: 'inline',
    run: () => pageClient.app_auth.resend_otp({ app_id }, { email }),
  })
  return (
    <>
      <Title>Enter the code</Title>
      <Lead>
        A code of six digits was mailed to <Who>{email}</Who>. It works for 15 minutes.
      </Lead>
      <PageForm sending={verify} submit="Go on">
        <TextField
          label="Code"
          name="otp_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          isRequired
          autoFocus
          className={FIELD_ROOM}
        />
      </PageForm>
      <PageLinks>
        <FormFailure error={resend.error} />
        <p role="status">{resend.isSuccess && 'A new code is on its way; the one before is void.'}</p>
        <Button size="sm" isPending={resend.isPending} onPress={() => resend.mutate()}>
          Send a new code
        </Button>
        <p className="pt-2">
          <PageLink to={to('')}>Sign in as somebody else</PageLink>
        </p>
      </PageLinks>
    </>
  )
}
