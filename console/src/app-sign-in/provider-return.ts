/** The way to a provider and back: only what this tab asked for is taken. */
import { makeKey } from '../form/idempotency-key.ts'

const KEY = 'atrium.provider-state'
const PAGE = 'provider-return'

/** The address that leads to the provider, and from there to our page with the same way back. */
export function providerAddress(login_url: string, returnPage: string): string {
  const state = makeKey()
  sessionStorage.setItem(KEY, state)
  const url = new URL(login_url, window.location.href)
  url.searchParams.set('from_url', new URL(returnPage, window.location.href).href)
  url.searchParams.set('state', state)
  return url.href
}

export type Brought = { access_token: string } | { error: string }

/** Taken when the bundle starts, before anything else looks at the address: the token leaves it and the history. */
export const broughtByProvider = takeBrought()

function takeBrought(): Brought | null {
  const { pathname, search, hash } = window.location
  if (!pathname.endsWith(`/${PAGE}`) || hash === '') return null
  const brought = new URLSearchParams(hash.slice(1))
  history.replaceState(history.state, '', `${pathname}${search}`)
  const asked = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (asked === null || brought.get('state') !== asked) return { error: 'not_asked' }
  const access_token = brought.get('access_token')
  return access_token ? { access_token } : { error: brought.get('error') ?? 'unknown' }
}
