/**
 * Gathers events and sends them in batches; what nobody took is sent again later, and its id keeps it from counting
 * twice. A page of three kilobytes is built from this, so it imports nothing.
 */

export interface EventToSend {
  event_name: string
  event_id: string
  timestamp: string
  session_id: string
  properties?: Record<string, unknown>
  page_url?: string
  user_id?: string
}

export interface EventDetails {
  /** Believed from those who can edit the app; for everybody else their own sign-in says who they are. */
  user_id?: string
  /** When it happened, if not now. */
  timestamp?: Date
  page_url?: string
}

export interface Tracker {
  /** Returns at once; the event goes with the next batch. */
  track(event_name: string, properties?: Record<string, unknown>, details?: EventDetails): void
  /** Sends what waits, as far as the server takes it. */
  flush(): Promise<void>
  /** No heartbeats any more, and what waits is sent. */
  stop(): Promise<void>
}

export interface TrackerOptions {
  /** Where events go. */
  address: string
  /** Who they are from; nobody's heartbeat counts, so none is sent without one. */
  token(): string | undefined
  fetch?: typeof globalThis.fetch
}

const HEARTBEAT = '__user_heartbeat_event__'
const HEARTBEAT_MS = 30_000
const GATHER_MS = 1_000
const MOST_IN_BATCH = 100
/** When more wait, the oldest are given up. */
const MOST_WAITING = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Browsers finish so much of what a page sends while it goes away, and refuse to begin with more. */
const KEEPALIVE_BYTES = 60_000
const SESSION_KEY = 'atrium_session'

/** Where the events of an app go. */
export function trackAddress(baseUrl: string, app_id: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/api/apps/${encodeURIComponent(app_id)}/analytics/track/batch`
}

/** What a sign-in page or a mailed link brings in the address is for the page alone: it signs its holder in. */
export function withoutSecrets(address: string): string {
  const [page = '', ...behind] = address.split('#')
  const [path = '', ...asked] = page.split('?')
  const pairs = asked.join('?').split('&')
  const query = pairs.filter((pair) => !pair.startsWith('access_token=')).join('&')
  const hash = behind.join('#').replace(/(^|&)(access_)?token=.*$/s, '')
  return path + (query && `?${query}`) + (hash && `#${hash}`)
}

export function createTracker({ address, token, fetch = globalThis.fetch }: TrackerOptions): Tracker {
  const page = globalThis.document as Document | undefined
  const session_id = sessionId()
  // Ids that count up: the server keeps a hundred of them in the room of one.
  const ownId = newId()
  let tracked = 0
  let waiting: EventToSend[] = []
  const underWay = new Set<Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined
  let failures = 0
  let hasWarned = false

  const track: Tracker['track'] = (event_name, properties, details = {}) => {
    const page_url = details.page_url ?? (page && withoutSecrets(page.location.href).slice(0, 2048))
    waiting.push({
      event_name,
      event_id: `${ownId}-${++tracked}`,
      timestamp: (details.timestamp ?? new Date()).toISOString(),
      session_id,
      ...(properties && { properties }),
      ...(page_url && { page_url }),
      ...(details.user_id !== undefined && { user_id: details.user_id }),
    })
    waiting = waiting.slice(-MOST_WAITING)
    if (event_name !== HEARTBEAT) beginHeartbeats()
    sendAfter(GATHER_MS)
  }

  /** Only where somebody looks at a page: a program that runs is nobody who is there. */
  function beginHeartbeats(): void {
    if (!page || heartbeat) return
    const beat = () => {
      if (token() && page.visibilityState === 'visible') track(HEARTBEAT)
    }
    heartbeat = setInterval(beat, HEARTBEAT_MS)
    page.addEventListener('visibilitychange', leave)
    beat()
  }

  /** The page may be gone in a moment. */
  function leave(): void {
    if (page?.visibilityState === 'hidden') void flush()
  }

  function sendAfter(ms: number): void {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void begin()
    }, ms)
    // In Node it is an object and does not keep the process alive; in browsers it is a number.
    const handle = timer as unknown as { unref?(): void }
    handle.unref?.()
  }

  function begin(): Promise<void> {
    const sent = sendAll().finally(() => underWay.delete(sent))
    underWay.add(sent)
    return sent
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_IN_BATCH)
      const pauseMs = await post(batch)
      if (pauseMs === null) continue
      // A sign of life that comes late is none.
      const again = batch.filter(({ event_name }) => event_name !== HEARTBEAT)
      waiting = [...again, ...waiting].slice(-MOST_WAITING)
      if (waiting.length > 0) sendAfter(pauseMs)
      return
    }
  }

  /** Returns how long to wait before it is sent again; null when it need not be. */
  async function post(events: readonly EventToSend[]): Promise<number | null> {
    const body = JSON.stringify({ events })
    const secret = token()
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
      body,
      keepalive: new TextEncoder().encode(body).length < KEEPALIVE_BYTES,
    }).catch(() => null)
    if (answer?.ok) {
      failures = 0
      return null
    }
    if (answer && answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
      if (!hasWarned) console.warn(`Atrium refused events (${answer.status}): ${await answer.text()}`)
      hasWarned = true
      return null
    }
    const asked = Number(answer?.headers.get('retry-after')) * 1000 || 0
    return Math.max(asked, Math.min(LONGEST_PAUSE_MS, GATHER_MS * 2 ** failures++))
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // A program may end after this, and what is on its way would end with it.
    await Promise.all([...underWay, begin()])
  }

  return {
    track,
    flush,
    stop() {
      clearInterval(heartbeat)
      heartbeat = undefined
      page?.removeEventListener('visibilitychange', leave)
      return flush()
    },
  }
}

/** The same for all pages of a visit, where the browser keeps it. */
function sessionId(): string {
  try {
    const known = sessionStorage.getItem(SESSION_KEY)
    if (known) return known
    const made = newId()
    sessionStorage.setItem(SESSION_KEY, made)
    return made
  } catch {
    return newId()
  }
}

/** Pages that came without TLS have no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
