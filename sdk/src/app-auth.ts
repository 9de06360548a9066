/** Sign-up and sign-in of an app's own users; the client acts as the person who signed in last. */
import type { AnswerOf, Operations } from '@atrium/contract'
import { type Bound, boundTo } from './bound.ts'
import type { Client } from './client.ts'
import { ApiError } from './errors.ts'

/** The caller inside the app, with the fields that the app keeps of its users. */
export type AppMe = AnswerOf<Operations['users']['me']> & { [field: string]: unknown }

export interface AppAuth extends Bound<Client['app_auth']> {
  me(): Promise<AppMe>
  /** Fields that are left out keep their value; `null` clears one. */
  updateMe(changes: { full_name?: string; [field: string]: unknown }): Promise<AppMe>
}

export function appAuth(client: Client, app_id: string, setToken: (token: string | null) => void): AppAuth {
  const { app_auth, users } = client
  const bound = boundTo(app_id, app_auth)
  const signedIn = <A extends { access_token: string }>(answer: A) => {
    setToken(answer.access_token)
    return answer
  }
  return {
    ...bound,
    login: async (...args) => signedIn(await bound.login(...args)),
    verifyOtp: async (...args) => signedIn(await bound.verifyOtp(...args)),
    async logout(...args) {
      const answer = await bound.logout(...args).catch((error) => {
        // The session had ended already.
        if (error instanceof ApiError && error.status === 401) return { success: true as const }
        throw error
      })
      setToken(null)
      return answer
    },
    me: () => users.me({ app_id }),
    updateMe: (changes) => users.update_me({ app_id }, changes),
  }
}
