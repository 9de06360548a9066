import { OperatorError } from './command.ts'
import type { operatorStore } from './store.ts'

/** Somebody who can sign in. */
export async function getPerson(store: ReturnType<typeof operatorStore>, email: string) {
  const user = await store.findUser(email)
  if (!user) throw new OperatorError(`There is no user with the email ${email}.`)
  if (user.is_service) throw new OperatorError(`${email} is a service account: it never signs in.`)
  return user
}
