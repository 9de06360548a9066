import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { accountQueries } from '../../account-queries.ts'
import { load } from '../../api.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { PasskeysPart } from './PasskeysPart.tsx'
import { PasswordPart } from './PasswordPart.tsx'
import { ProfilePart } from './ProfilePart.tsx'
import { SecondFactorPart } from './SecondFactorPart.tsx'
import { SessionsPart } from './SessionsPart.tsx'
import { ConfirmedProvider } from './use-confirmed.tsx'
import { words } from './words.ts'

export function loader({ request }: LoaderFunctionArgs) {
  return load(request, accountQueries.account(), accountQueries.sessions(), accountQueries.passkeys())
}

export function Component() {
  const { data: account } = useSuspenseQuery(accountQueries.account())
  return (
    <>
      <PageHeader title={words.yourAccount} description={words.theSameInAll} />
      <ConfirmedProvider email={account.email} hasPasskey={account.passkeys > 0}>
        <ProfilePart account={account} />
        <PasswordPart account={account} />
        <SecondFactorPart account={account} />
        <PasskeysPart />
        <SessionsPart />
      </ConfirmedProvider>
    </>
  )
}
