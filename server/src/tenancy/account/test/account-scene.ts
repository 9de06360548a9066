/** People with a password who sign in, and what they sign in with. */

import type { SharedApp } from '../../../../test/app.ts'
import { hashPassword } from '../../../platform/passwords/passwords.ts'
import { totpCode } from '../totp.ts'
import { createSoftwarePasskey } from './software-passkey.ts'

export const PASSWORD = 'correct horse battery staple'
let hash: Promise<string> | null = null

/** Somebody in a new workspace, and a client of theirs that has just signed in. */
export async function signedInPerson(app: SharedApp) {
  hash ??= hashPassword(PASSWORD)
  const user = await app.make.user({ password_hash: await hash, full_name: 'Ada Byron' })
  const workspace = await app.make.workspace()
  await app.make.membership(workspace.id, user, 'owner')
  const { secret: pat } = await app.make.credential({
    kind: 'personal_token',
    user_id: user.id,
    workspace_id: workspace.id,
  })
  const token = await app.make.session({ ...user, workspace_id: workspace.id, token: pat })
  return { ...user, workspace_id: workspace.id, pat, token, client: app.as(token) }
}
export type SignedIn = Awaited<ReturnType<typeof signedInPerson>>

/** The code that an authenticator app shows, so many steps of 30 seconds away from now. */
export function codeAt(app: SharedApp, secret: string, steps = 0): string {
  return totpCode(secret, Math.floor(app.clock.now().getTime() / 30_000) + steps)
}

/** Sets up an authenticator app; its first code is used up then. */
export async function withTotp(app: SharedApp, { client }: SignedIn) {
  const { secret } = await client.account.start_totp()
  const { recovery_codes } = await client.account.confirm_totp({ code: codeAt(app, secret, -1) })
  return { secret, recovery_codes: recovery_codes ?? [] }
}

export async function withPasskey(
  app: SharedApp,
  { client }: SignedIn,
  options: { verifiesUser?: boolean; counter?: number } = {},
) {
  const device = createSoftwarePasskey({ origin: new URL(app.baseUrl).origin, ...options })
  const passkey = device.create(await client.account.start_passkey())
  const added = await client.account.add_passkey({ name: 'Laptop', passkey })
  return { device, ...added }
}
