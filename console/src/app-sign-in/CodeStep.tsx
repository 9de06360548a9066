import { useRequest } from '../act.ts'
import { FormFailure } from '../form/FormFailure.tsx'
import { textOf } from '../form/form-values.ts'
import { fillWith } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Lead, PageLink, PageLinks, Title, Who } from './Frame.tsx'
import { FIELD_ROOM, PageForm } from './PageForm.tsx'
import { pageClient } from './page-api.ts'
import { useFinish, usePage } from './use-page.ts'
import { words } from './words.ts'

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
      <Title>{words.enterCode}</Title>
      <Lead>{fillWith(words.codeMailed, { email: <Who>{email}</Who> })}</Lead>
      <PageForm sending={verify} submit={words.goOn}>
        <TextField
          label={words.code}
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
        <p role="status">{resend.isSuccess && words.newCodeMailed}</p>
        <Button size="sm" isPending={resend.isPending} onPress={() => resend.mutate()}>
          {words.sendNewCode}
        </Button>
        <p className="pt-2">
          <PageLink to={to('')}>{words.signInAsOther}</PageLink>
        </p>
      </PageLinks>
    </>
  )
}
