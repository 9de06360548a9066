/** Sends what was recorded in batches, and keeps what was not taken yet for the next page of the same tab. */

const GATHER_MS = 300
const LONGEST_PAUSE_MS = 30_000
const MOST_IN_BATCH = 20
const MOST_WAITING = 250
/** Browsers finish so much of what a page sends while it goes away. */
const KEEPALIVE_LENGTH = 60_000

/** `onChange` is called with `{ count, status }`, status being `open`, `paused`, `closed` or `failing`. */
export function createSender({ address, key, onChange }) {
  const name = `atrium_recorder ${key}`
  const state = { seq: 0, count: 0, waiting: [], paused: false, ended: false, ...read(name) }
  const isNew = read(name) === null
  let timer
  let failures = 0
  let isSending = false
  /** How many actions are under way, and how many behind them went ahead of their turn. */
  let sent = 0
  let ahead = 0
  /** One by one after a batch was refused: a single action is to blame. */
  let most = MOST_IN_BATCH

  const save = () => {
    try {
      sessionStorage.setItem(name, JSON.stringify(state))
    } catch {
      // Without room for it the recording lasts until the next page.
    }
  }
  const show = () => {
    // A snippet that was left in a page bothers nobody once its recording is over.
    if (state.isUnknown) return
    const status = state.ended ? 'closed' : failures > 1 ? 'failing' : state.paused ? 'paused' : 'open'
    onChange({ count: state.count, status })
  }
  const changed = () => {
    save()
    show()
  }
  const sendAfter = (ms) => {
    clearTimeout(timer)
    timer = setTimeout(sendSafely, ms)
  }

  function sendSafely() {
    send().catch(() => {})
  }

  async function send() {
    if (isSending || state.ended) return
    isSending = true
    try {
      while (!state.ended && (state.waiting.length > 0 || state.isEnding || state.isUnknown)) {
        // A tab that knows of no action has to ask how many there were before it sends its own.
        const actions = state.isUnknown ? [] : firstOf(state.waiting, most)
        sent = actions.length
        ahead = 0
        const pauseMs = await post(actions)
        changed()
        if (pauseMs === null) continue
        sendAfter(pauseMs)
        return
      }
      most = MOST_IN_BATCH
    } finally {
      isSending = false
    }
  }

  function request(actions) {
    const isLast = Boolean(state.isEnding) && actions.length === state.waiting.length
    const body = JSON.stringify({ seq: state.seq, actions, ...(isLast && { ended: true }) })
    return fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: body.length < KEEPALIVE_LENGTH,
      credentials: 'omit',
    }).catch(() => null)
  }

  /** The answer to what is under way may come too late. What comes twice counts once, so all of it goes again. */
  function sendAhead() {
    const actions = firstOf(state.waiting, most)
    if (state.isUnknown || state.ended || actions.length <= sent + ahead) return
    ahead = actions.length - sent
    void request(actions)
  }

  /** Returns how long to wait before it is sent again; null when it need not be. */
  async function post(actions) {
    const answer = await request(actions)
    const taken = answer?.ok ? await answer.json().catch(() => null) : null
    if (taken) {
      failures = 0
      // What went ahead has come already if there is more than was sent here.
      const more = Math.min(ahead, Math.max(0, taken.next_seq - state.seq - actions.length))
      state.seq = taken.next_seq
      state.isUnknown = false
      state.waiting.splice(0, actions.length + more)
      if (taken.status === 'closed') end()
      return null
    }
    if (answer?.status === 404) {
      end()
      return null
    }
    // What cannot be taken must not hold up the rest.
    if (
      answer &&
      answer.status >= 400 &&
      answer.status < 500 &&
      answer.status !== 429 &&
      answer.status !== 408
    ) {
      if (actions.length === 0) end()
      else if (actions.length === 1) state.waiting.shift()
      most = 1
      return null
    }
    const asked = Number(answer?.headers.get('retry-after')) * 1000 || 0
    return Math.max(asked, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures++))
  }

  function end() {
    state.ended = true
    state.waiting = []
  }

  if (isNew) state.isUnknown = true
  return {
    get isOn() {
      return !state.ended && !state.isEnding && !state.paused
    },
    get hasEnded() {
      return state.ended
    },
    add(action) {
      if (!this.isOn || state.waiting.length >= MOST_WAITING) return
      state.waiting.push(action)
      if (action.type !== 'navigate') state.count += 1
      changed()
      sendAfter(GATHER_MS)
    },
    pause(isPaused) {
      state.paused = isPaused
      changed()
    },
    stop() {
      state.isEnding = true
      changed()
      sendSafely()
    },
    /** Now, because the page may be gone in a moment. */
    flush() {
      clearTimeout(timer)
      if (isSending) sendAhead()
      else sendSafely()
    },
    begin() {
      changed()
      if (state.isUnknown || state.isEnding || state.waiting.length > 0) sendSafely()
    },
  }
}

function firstOf(waiting, most) {
  let length = 0
  const fitting = waiting.slice(0, most).filter((action, at) => {
    length += JSON.stringify(action).length
    return at === 0 || length < KEEPALIVE_LENGTH - 1000
  })
  return waiting.slice(0, fitting.length)
}

function read(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name))
  } catch {
    return null
  }
}
