import { Component as AccountPage } from './AccountPage.tsx'

/** For somebody who belongs to no workspace: the account without the shell of one. */
export function Component() {
  return (
    <main className="mx-auto max-w-5xl">
      <title>Your account · Atrium</title>
      <AccountPage />
    </main>
  )
}
