import type { Me } from '@atrium/sdk'
import { useRef } from 'react'
import { Form } from 'react-aria-components'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { accountPaths } from '../../account-paths.ts'
import { useRequest } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { useFieldErrors } from '../../form/use-field-errors.ts'
import { askPasskey } from '../../passkey.ts'
import { callbackIn, safeReturn } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FactorFields } from './FactorFields.tsx'
import { OpenIdFactor, OpenIdSignIn, SignInProblem, ticketIn } from './OpenIdSignIn.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'
import { type FactorStep, useFactorStep } from './use-factor-step.ts'
import { words } from './words.ts'

interface Attempt {
  values: FormData
  /** Asked for a passkey instead of a code. */
  passkey?: FactorStep['passkeyRequest']
}

export function SignInPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const ticket = ticketIn(useLocation().hash)
  const form = useRef<HTMLFormElement>(null)
  const enter = async (user: Me) => {
    queryClient.clear()
    queryClient.setQueryData(queries.session().queryKey, user)
    const callback = callbackIn(search.get('then'))
    // Not a page of the console: the server takes it, with the session that is there now.
    if (callback) return window.location.assign(callback)
    await navigate(safeReturn(search.get('to')), { replace: true })
  }
  const signIn = useRequest({
    failure: 'inline',
    run: async ({ values, passkey }: Attempt) => {
      const code = textOf(values, 'code')
      return client.session.create({
        email: textOf(values, 'email'),
        password: String(values.get('password')),
        ...(code && !passkey && { code }),
        ...(passkey && { passkey: await askPasskey(passkey) }),
      })
    },
    onSuccess: ({ user }) => enter(user),
  })
  const { step, failure } = useFactorStep(signIn.error)
  const fieldErrors = useFieldErrors(signIn.error)

  if (ticket !== null) {
    return (
      <SignedOutFrame>
        <title>{words.signInAtrium}</title>
        <h1 className="text-xl font-semibold tracking-tight">{words.signIn}</h1>
        <OpenIdFactor ticket={ticket} onSignedIn={enter} />
      </SignedOutFrame>
    )
  }
  return (
    <SignedOutFrame>
      <title>{words.signInAtrium}</title>
      <h1 className="text-xl font-semibold tracking-tight">{words.signIn}</h1>
      <p className="mt-1 mb-4 text-ink-2">{words.yourAppsAgentsAnd}</p>
      <SignInProblem />
      <Form
        ref={form}
        className="mt-7 space-y-5"
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault()
          if (!signIn.isPending) signIn.mutate({ values: new FormData(event.currentTarget) })
        }}
      >
        <FormFailure error={failure} />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          autoFocus
        />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
        />
        {step && (
          <FactorFields
            step={step}
            isPending={signIn.isPending}
            onPasskey={() => {
              if (form.current)
                signIn.mutate({ values: new FormData(form.current), passkey: step.passkeyRequest })
            }}
          />
        )}
        <Button type="submit" look="primary" isPending={signIn.isPending} className="w-full">
          {words.signIn}
        </Button>
        <p className="text-sm">
          <Link
            to={accountPaths.forgotPassword()}
            className="text-ink-2 underline decoration-control underline-offset-2 hover:text-accent"
          >
            {words.forgotYourPassword}
          </Link>
        </p>
      </Form>
      {/* Other ways in stand below, one block each: passkeys here, then what workspaces offer. */}
      <div className="mt-7 space-y-3 border-t border-line pt-5">
        <PasskeySignIn onSignedIn={enter} />
        <OpenIdSignIn form={form} />
      </div>
    </SignedOutFrame>
  )
}
