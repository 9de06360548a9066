/** Where a person came from, and how they are sent back with what signs them in. */

export interface WayBack {
  /** As it was sent: only the server decides whether it is an address of the app. */
  from_url: string | undefined
  /** What the app's own page wants to see again, so that nobody else can sign its visitors in. */
  state: string | undefined
}

const STATE = /^[\w.~-]{1,200}$/

export function wayBackOf(search: URLSearchParams): WayBack {
  const state = search.get('state') ?? ''
  return { from_url: search.get('from_url') ?? undefined, state: STATE.test(state) ? state : undefined }
}

/** The search of another page, with the same way back. */
export function searchOf({ from_url, state }: WayBack): string {
  const search = new URLSearchParams({ ...(from_url && { from_url }), ...(state && { state }) })
  return search.size === 0 ? '' : `?${search}`
}

/**
 * With a state behind the #, which reaches no server and no log; the SDK looks there. Without one in the query, where
 * existing clients look. // G649
 */
export function addressWithToken(address: string, access_token: string, state: string | undefined): string {
  const url = new URL(address)
  if (state === undefined) {
    url.searchParams.set('access_token', access_token)
    return url.href
  }
  const brought = new URLSearchParams({ access_token, state })
  url.hash = url.hash === '' ? `${brought}` : `${url.hash.slice(1)}&${brought}`
  return url.href
}

/** A link that is opened within the hour, in the same browser, still knows what its page came with. */
const REMEMBERED_MS = 60 * 60_000

export function rememberState(app_id: string, { from_url, state }: WayBack, now = Date.now()): void {
  if (state === undefined) return
  tryStorage((storage) => storage.setItem(keyOf(app_id), JSON.stringify({ from_url, state, at: now })))
}

/** Takes it out: a state is good for one way back. */
export function rememberedState(app_id: string, from_url: string | undefined, now = Date.now()) {
  const found = tryStorage((storage) => {
    const text = storage.getItem(keyOf(app_id))
    storage.removeItem(keyOf(app_id))
    return text
  })
  const { at, ...known } = readKnown(found)
  return now - at < REMEMBERED_MS && known.from_url === from_url ? known.state : undefined
}

function readKnown(text: string | null | undefined): WayBack & { at: number } {
  try {
    return { from_url: undefined, state: undefined, at: 0, ...JSON.parse(text ?? '{}') }
  } catch {
    return { from_url: undefined, state: undefined, at: 0 }
  }
}

const keyOf = (app_id: string) => `atrium.sign-in.${app_id}`

/** Some browsers refuse it; then the app's page asks whether the right person signs in. */
function tryStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
