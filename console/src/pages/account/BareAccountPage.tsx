import { Component as AccountPage } from './AccountPage.tsx'
import { words } from './words.ts'

/** For somebody who belongs to no workspace: the account without the shell of one. */
export function Component() {
  return (
    <main className="mx-auto max-w-5xl">
      <title>{words.yourAccountAtrium}</title>
      <AccountPage />
    </main>
  )
}
