/** Where the mailed link leads. Its token stands behind the #, which browsers send to no server. */
import { Form } from 'react-aria-components'
import { Link, useLocation, useNavigate } from 'react-router'
import { accountPaths } from '../../account-paths.ts'
import { useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SignedOutFrame } from '../sign-in/SignedOutFrame.tsx'
import { words } from './words.ts'

export function Component() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
  const navigate = useNavigate()
  const reset = useRequest({
    failure: 'inline',
    run: (new_password: string) => client.account.reset_password({ reset_token: token, new_password }),
    onSuccess: async () => {
      queryClient.clear()
      await navigate(paths.signIn(), { replace: true })
      toast.done(words.passwordChangedSignIn)
    },
  })
  const fieldErrors = useFieldErrors(reset.error)
  return (
    <SignedOutFrame>
      <title>{words.newPasswordAtrium}</title>
      <h1 className="text-xl font-semibold tracking-tight">{words.setANewPassword}</h1>
      <p className="mt-1 text-ink-2">{words.youAreSignedOut}</p>
      <Form
        className="mt-7 space-y-5"
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          const values = new FormData(event.currentTarget)
          if (!reset.isPending) reset.mutate(String(values.get('new_password')))
        }}
      >
        <FormFailure error={reset.error} />
        {token === '' && <Notice tone="danger">{words.theLinkIsIncomplete}</Notice>}
        <TextField
          label={words.newPassword}
          name="new_password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={256}
          hint={words.atLeast8Characters}
          isRequired
          autoFocus
        />
        <Button
          type="submit"
          look="primary"
          isPending={reset.isPending}
          disabledReason={token === '' ? words.theLinkIsIncomplete2 : undefined}
          className="w-full"
        >
          {words.setPassword}
        </Button>
        <p className="text-sm">
          <Link
            to={accountPaths.forgotPassword()}
            className="text-ink-2 underline decoration-control underline-offset-2 hover:text-accent"
          >
            {words.askForANew}
          </Link>
        </p>
      </Form>
    </SignedOutFrame>
  )
}
