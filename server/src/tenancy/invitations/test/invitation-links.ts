import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

/** The token of the last invitation mail to this email, as its receiver finds it. */
export async function linkToken(app: TestApp, admin: Person, email: string): Promise<string> {
  const { items } = await app.as(admin).mail.list({ limit: 100 })
  const text = items.find(({ to }) => to === email)?.text ?? ''
  const token = /#token=(\S+)/.exec(text)?.[1]
  if (!token) throw new Error(`no mail with a link to ${email}`)
  return token
}
