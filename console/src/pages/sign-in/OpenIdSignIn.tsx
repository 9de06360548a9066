import type { Me } from '@atrium/sdk'
import { Building2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Form } from 'react-aria-components'
import { useSearchParams } from 'react-router'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { textOf } from '../../form/form-values.ts'
import { askPasskey } from '../../passkey.ts'
import { safeReturn } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FactorFields } from './FactorFields.tsx'
import { type FactorStep, useFactorStep } from './use-factor-step.ts'
import { words } from './words.ts'

const PROBLEMS: Readonly<Record<string, string>> = {
  expired: words.thisSignInWas,
  refused: words.youDidNotAllow,
  email_not_verified: words.yourProviderDoesNot,
  domain_not_allowed: words.yourProviderMayNot,
  not_a_member: words.youAreNotA,
  linked_elsewhere: words.theAccountWithYour,
  provider_failed: words.yourProviderDidNot,
}

/** Why the way over a provider ended without a session. */
export function SignInProblem() {
  const [search] = useSearchParams()
  const problem = PROBLEMS[search.get('problem') ?? '']
  return problem === undefined ? null : <Notice tone="danger">{problem}</Notice>
}

/** By the provider of one's company: which that is follows from the email that stands in the form above. */
export function OpenIdSignIn({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [search] = useSearchParams()
  const [note, setNote] = useState<string | null>(null)
  const find = useRequest({
    failure: 'inline',
    run: (email: string) => client.session.sign_in_options({ email }),
    onSuccess: ({ items: [first] }) => {
      if (!first) return setNote(words.noProviderSignsIn)
      const next = encodeURIComponent(safeReturn(search.get('to')))
      window.location.assign(`${first.start_url}?next=${next}`)
    },
  })
  const start = () => {
    const email = form.current ? textOf(new FormData(form.current), 'email') : ''
    setNote(email === '' ? words.enterYourEmailAbove : null)
    if (email !== '') find.mutate(email)
  }
  return (
    <div className="space-y-3">
      <FormFailure error={find.error} />
      {note && <Notice>{note}</Notice>}
      <Button icon={Building2} isPending={find.isPending} onPress={start} className="w-full">
        {words.continueWithYourCompany}
      </Button>
    </div>
  )
}

/** The ticket that a provider's way brought, of an account with a second factor. */
export function ticketIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get('ticket')
}

interface Attempt {
  code?: string
  passkey?: FactorStep['passkeyRequest']
}

/** The second factor, after the provider vouched. */
export function OpenIdFactor({
  ticket,
  onSignedIn,
}: {
  ticket: string
  onSignedIn: (user: Me) => Promise<void>
}) {
  const confirm = useRequest({
    failure: 'inline',
    run: async ({ code, passkey }: Attempt) =>
      client.session.openid_confirm({
        ticket,
        ...(code && { code }),
        ...(passkey && { passkey: await askPasskey(passkey) }),
      }),
    onSuccess: ({ user }) => onSignedIn(user),
  })
  const { step, failure } = useFactorStep(confirm.error)
  return (
    <Form
      className="mt-7 space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!confirm.isPending) confirm.mutate({ code: textOf(new FormData(event.currentTarget), 'code') })
      }}
    >
      <FormFailure error={failure} />
      {step ? (
        <FactorFields
          step={step}
          isPending={confirm.isPending}
          onPasskey={() => confirm.mutate({ passkey: step.passkeyRequest })}
        />
      ) : (
        <Notice>{words.yourProviderKnowsYou}</Notice>
      )}
      <Button type="submit" look="primary" isPending={confirm.isPending} className="w-full">
        {step ? words.signIn : words.continue}
      </Button>
    </Form>
  )
}
