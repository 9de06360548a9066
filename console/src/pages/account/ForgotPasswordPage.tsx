import { Form } from 'react-aria-components'
import { Link } from 'react-router'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { SignedOutFrame } from '../sign-in/SignedOutFrame.tsx'
import { words } from './words.ts'

export function Component() {
  const request = useRequest({
    failure: 'inline',
    run: (email: string) => client.account.request_password_reset({ email }),
  })
  const fieldErrors = useFieldErrors(request.error)
  return (
    <SignedOutFrame footer={words.noEmailArrivesAn}>
      <title>{words.forgotYourPasswordAtrium}</title>
      <h1 className="text-xl font-semibold tracking-tight">{words.forgotYourPassword}</h1>
      <p className="mt-1 text-ink-2">{words.haveALinkMailed}</p>
      <Form
        className="mt-7 space-y-5"
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          if (!request.isPending) request.mutate(textOf(new FormData(event.currentTarget), 'email'))
        }}
      >
        <FormFailure error={request.error} />
        {request.isSuccess && (
          <div role="status">
            <Notice title={words.lookIntoYourMailbox}>{words.ifThereIsAn}</Notice>
          </div>
        )}
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          autoFocus
        />
        <Button type="submit" look="primary" isPending={request.isPending} className="w-full">
          {words.mailMeALink}
        </Button>
        <p className="text-sm">
          <Link
            to={paths.signIn()}
            className="text-ink-2 underline decoration-control underline-offset-2 hover:text-accent"
          >
            {words.backToSignIn}
          </Link>
        </p>
      </Form>
    </SignedOutFrame>
  )
}
