import { ApiError } from '../../platform/errors.ts'
import { itemRefusal } from '../members/change-members.ts'

/** One after the other, each in its own transaction: what is refused is listed and holds up no other. */
export async function eachOnItsOwn<Item extends { email: string }, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
) {
  const done: Done[] = []
  const failed: ReturnType<typeof itemRefusal>[] = []
  const seen = new Set<string>()
  for (const item of items) {
    const email = item.email.toLowerCase()
    if (seen.has(email)) {
      failed.push(itemRefusal(item.email, 'duplicate_email'))
      continue
    }
    seen.add(email)
    try {
      done.push(await work(item))
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      failed.push(itemRefusal(item.email, refusal.code, refusal.message))
    }
  }
  return { done, failed }
}
