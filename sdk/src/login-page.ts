/** Leads people to a sign-in page and takes them back, signed in. For browsers. */

export interface LoginPage {
  /**
   * Leads to the sign-in page, and from there back to `nextUrl`; to this page when it is left out. The page is the one
   * that Atrium serves for the app, unless the app has one of its own: `redirectToLogin(undefined, { page: '/login' })`.
   */
  redirectToLogin(nextUrl?: string, options?: { page?: string }): void
  /**
   * Leads to a provider that the app has turned on, such as `google`, and from there back to `fromUrl`; to this page when it
   * is left out. `signInFromAddress` takes what it brings.
   */
  loginWithProvider(provider: string, fromUrl?: string): void
  /**
   * Takes what a sign-in page brought out of the address, and acts as that person from now on; null when it brought
   * nothing. Somebody whom this browser did not send to sign in, such as by a link opened on another device, is signed in
   * only if `confirm` says so: anybody can write an address that signs others in as themselves.
   */
  signInFromAddress(options?: {
    confirm?: (email: string) => boolean | Promise<boolean>
  }): Promise<string | null>
}

interface Parts {
  app_id: string
  baseUrl: string
  /** The email of the person whose token it is. */
  emailOf(token: string): Promise<string>
  setToken(token: string): void
}

const ASKED_MS = 60 * 60_000
const MOST_ASKED = 10

export function loginPage({ app_id, baseUrl, emailOf, setToken }: Parts): LoginPage {
  const app = encodeURIComponent(app_id)
  const leadTo = (name: string, page: string, nextUrl: string | undefined) => {
    const { location } = globalThis
    if (location === undefined) throw new Error(`${name} is for browsers.`)
    const url = new URL(page, location.href)
    // What an earlier sign-in brought is nothing to come back with.
    const { address } = takeBrought(new URL(nextUrl ?? location.href, location.href))
    url.searchParams.set('from_url', address)
    url.searchParams.set('state', ask(app_id))
    location.assign(url.href)
  }
  return {
    redirectToLogin: (nextUrl, { page = `${baseUrl}/apps-sign-in/${app}` } = {}) =>
      leadTo('redirectToLogin', page, nextUrl),
    loginWithProvider: (provider, fromUrl) =>
      leadTo(
        'loginWithProvider',
        `${baseUrl}/api/apps/${app}/auth/${encodeURIComponent(provider)}/login`,
        fromUrl,
      ),
    async signInFromAddress({ confirm = askPerson } = {}) {
      const { location, history } = globalThis
      if (location === undefined) return null
      const { address, token, state } = takeBrought(new URL(location.href))
      if (token === null) return null
      // At once: nothing that the page loads may see it, and nobody finds it in the history.
      history.replaceState(history.state, '', address)
      const wasAsked = takeAsked(app_id, state)
      if (!wasAsked && !(await confirm(await emailOf(token)))) return null
      setToken(token)
      return token
    },
  }
}

function askPerson(email: string): boolean {
  return globalThis.confirm?.(`Sign in as ${email}?`) ?? false
}

const NAMES = ['access_token', 'state', 'is_new_user'] as const

/** Behind the # or in the query; the rest of the address stays as it is. */
function takeBrought(url: URL): { address: string; token: string | null; state: string | null } {
  const behind = /^(.*?)&?(access_token=.*)$/.exec(url.hash.slice(1))
  const brought = behind ? new URLSearchParams(behind[2]) : url.searchParams
  const token = brought.get('access_token')
  const state = brought.get('state')
  if (behind) url.hash = behind[1] ?? ''
  else if (token !== null) for (const name of NAMES) url.searchParams.delete(name)
  return { address: url.href.replace(/#$/, ''), token, state }
}

interface Asked {
  state: string
  at: number
}

/** In the storage that all tabs share: a mailed link opens another one. */
function ask(app_id: string): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  write(app_id, [...read(app_id).slice(1 - MOST_ASKED), { state, at: Date.now() }])
  return state
}

/** Whether this browser asked with this state; each is good once. */
function takeAsked(app_id: string, state: string | null): boolean {
  const asked = read(app_id)
  const left = asked.filter((one) => one.state !== state)
  if (left.length === asked.length) return false
  write(app_id, left)
  return true
}

const keyOf = (app_id: string) => `atrium.login.${app_id}`

function read(app_id: string): Asked[] {
  try {
    const stored: Asked[] = JSON.parse(localStorage.getItem(keyOf(app_id)) ?? '[]')
    return stored.filter(({ at }) => Date.now() - at < ASKED_MS)
  } catch {
    return []
  }
}

/** Where the browser refuses it, the person is asked on the way back. */
function write(app_id: string, asked: Asked[]): void {
  try {
    localStorage.setItem(keyOf(app_id), JSON.stringify(asked))
  } catch {}
}
