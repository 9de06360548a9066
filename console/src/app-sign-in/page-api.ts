/** The SDK for people who are users of an app: never with the cookie that the console has in the same browser. */
import { type Client, createClient } from '@atrium/sdk'

const withoutCookies: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' })

export const pageClient = createClient({ baseUrl: '', fetch: withoutCookies })

/** As the person who has just signed in. */
export function clientOf(token: string): Client {
  return createClient({ baseUrl: '', fetch: withoutCookies, token })
}
