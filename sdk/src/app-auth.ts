/** Sign-up and sign-in of an app's own users; the client acts as the person who signed in last. */
import type { AnswerOf, Operations } from '@atrium/contract'
import type { AreaClient } from './area-client.ts'
import { type Bound, boundTo } from './bound.ts'
import { ApiError } from './errors.ts'
import { type LoginPage, loginPage } from './login-page.ts'

/** The caller inside the app, with the fields that the app keeps of its users. */
export type AppMe = AnswerOf<Operations['users']['me']> & { [field: string]: unknown }

export interface AppAuth extends Bound<AreaClient['app_auth']>, LoginPage {
  /** With the token that a mailed link has behind `#token=`. */
  signInWithMagicLink(link_token: string): ReturnType<Bound<AreaClient['app_auth']>['verifyMagicLink']>
  me(): Promise<AppMe>
  /** Fields that are left out keep their value; `null` clears one. */
  updateMe(changes: { full_name?: string; [field: string]: unknown }): Promise<AppMe>
}

interface AuthConnection {
  app_id: string
  baseUrl: string
  setToken(token: string | null): void
  fetch: typeof globalThis.fetch
}

export function appAuth(client: AreaClient, connection: AuthConnection): AppAuth {
  const { app_id, baseUrl, setToken } = connection
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
    verifyMagicLink: async (...args) => signedIn(await bound.verifyMagicLink(...args)),
    signInWithMagicLink: async (link_token) => signedIn(await bound.verifyMagicLink({ link_token })),
    ...loginPage({
      app_id,
      baseUrl,
      setToken,
      emailOf: (token) => emailOf(connection, token),
    }),
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

/** Asked apart from the client, which goes on acting as somebody else until the person has agreed. */
async function emailOf({ app_id, baseUrl, fetch }: AuthConnection, token: string): Promise<string> {
  const address = `${baseUrl}/api/apps/${encodeURIComponent(app_id)}/entities/User/me`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return answer.ok ? String((await answer.json()).email) : 'somebody whose session has ended'
}
