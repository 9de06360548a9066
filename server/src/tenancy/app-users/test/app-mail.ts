import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

/** The newest mail that the workspace's outbox keeps for this address. */
export async function newestMail(app: SharedApp, admin: Person, to: string) {
  const { items } = await app.as(admin).mail.list({ limit: 100 })
  return items.find((mail) => mail.to === to) ?? null
}

/** The code in the newest mail to this address. */
export async function mailedCode(app: SharedApp, admin: Person, to: string): Promise<string> {
  const mail = await newestMail(app, admin, to)
  const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`no code was mailed to ${to}`)
  return code
}

/** The token of the link in the newest mail to this address. */
export async function mailedToken(app: SharedApp, admin: Person, to: string): Promise<string> {
  const mail = await newestMail(app, admin, to)
  const token = /#token=(\S+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no link was mailed to ${to}`)
  return token
}
