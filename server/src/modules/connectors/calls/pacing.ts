import { refuse } from '../../../platform/errors.ts'

/** Keeps the calls of a connection within what its service takes. */
export interface Pacing {
  /** Resolves when the next call of this connection may leave. Rejects with `connector_busy` when too many wait. */
  turn(connectionId: string, perSecond: number | undefined, signal: AbortSignal): Promise<void>
  /** The service said to wait. */
  pause(connectionId: string, milliseconds: number): void
  /** Waits before a call is sent again; only that call. */
  rest(milliseconds: number, signal: AbortSignal): Promise<void>
  /** How many connections are remembered. */
  known(): number
}

const MOST_WAITING = 100
/** Nobody waits for longer, so it is said at once. */
const LONGEST_WAIT_MS = 30_000
/** A service that asks for more is asked again before. */
const LONGEST_PAUSE_MS = 300_000
/** Services that take more are not paced: a node hardly sends as much. */
const MOST_A_SECOND = 1_000
/** So many are remembered before those are looked for that have nothing to be remembered for. */
const SWEEP_AT = 1_000

interface Pace {
  /** When the latest calls left: as many as a window takes, oldest first. */
  left: number[]
  /** How many calls a window takes, and its length. */
  most: number
  windowMs: number
  pausedUntil: number
  waiting: Set<Waiting>
  timer: NodeJS.Timeout | undefined
}

interface Waiting {
  go(): void
}

/**
 * At most `perSecond` calls of a connection leave in any second; those beyond wait in the order in which they came. In the
 * memory of this node: several nodes share nothing but what the service itself says by its 429.
 */
export function createPacing(now: () => number = () => performance.now()): Pacing {
  const paces = new Map<string, Pace>()
  let sweepAt = SWEEP_AT

  function paceOf(id: string): Pace {
    const known = paces.get(id)
    if (known) return known
    if (paces.size >= sweepAt) sweep()
    const made = { left: [], most: Infinity, windowMs: 0, pausedUntil: 0, waiting: new Set<Waiting>() }
    const pace: Pace = { ...made, timer: undefined }
    paces.set(id, pace)
    return pace
  }

  /** What is left is in use, so the next look is due when there is twice as much. */
  function sweep(): void {
    const time = now()
    for (const [id, pace] of paces) if (isIdle(pace, time)) paces.delete(id)
    sweepAt = Math.max(SWEEP_AT, 2 * paces.size)
  }

  /** Lets those go whose time has come, and looks again when the next one's has. */
  function serve(pace: Pace): void {
    clearTimeout(pace.timer)
    pace.timer = undefined
    for (const first of pace.waiting) {
      const wait = waitOf(pace, now())
      if (wait > 0) {
        pace.timer = setTimeout(() => serve(pace), Math.ceil(wait))
        return
      }
      pace.waiting.delete(first)
      recordSent(pace, now())
      first.go()
    }
  }

  function wait(pace: Pace, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      pace.waiting.delete(waiting)
      reject(busy(waitOf(pace, now())))
    }
    const waiting: Waiting = {
      go() {
        signal.removeEventListener('abort', leave)
        resolve()
      },
    }
    signal.addEventListener('abort', leave)
    pace.waiting.add(waiting)
    if (pace.timer === undefined) serve(pace)
    return promise
  }

  return {
    async turn(id, perSecond, signal) {
      const isPaced = perSecond !== undefined && perSecond <= MOST_A_SECOND
      if (!isPaced && !paces.has(id)) return
      const pace = paceOf(id)
      // A connector of a workspace may have been changed in between.
      pace.most = isPaced ? Math.max(1, Math.floor(perSecond)) : Infinity
      pace.windowMs = isPaced ? (pace.most * 1_000) / perSecond : 0
      if (signal.aborted) throw busy(0)
      const time = now()
      if (pace.waiting.size >= MOST_WAITING) throw busy(waitOf(pace, time))
      if (pace.pausedUntil - time > LONGEST_WAIT_MS) throw busy(pace.pausedUntil - time)
      if (pace.waiting.size > 0 || waitOf(pace, time) > 0) return wait(pace, signal)
      recordSent(pace, time)
    },
    pause(id, milliseconds) {
      const pace = paceOf(id)
      pace.pausedUntil = Math.max(pace.pausedUntil, now() + Math.min(milliseconds, LONGEST_PAUSE_MS))
    },
    async rest(milliseconds, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      await promise
      clearTimeout(timer)
    },
    known: () => paces.size,
  }
}

function isIdle({ left, windowMs, pausedUntil, waiting }: Pace, time: number): boolean {
  return waiting.size === 0 && pausedUntil <= time && (left.at(-1) ?? -Infinity) + windowMs <= time
}

/** Milliseconds until the next call may leave. */
function waitOf({ left, most, windowMs, pausedUntil }: Pace, time: number): number {
  const oldest = left.length >= most ? left[left.length - most] : undefined
  return Math.max(0, pausedUntil - time, oldest === undefined ? 0 : oldest + windowMs - time)
}

function recordSent(pace: Pace, time: number): void {
  if (pace.most === Infinity) return
  pace.left.push(time)
  if (pace.left.length > pace.most) pace.left.splice(0, pace.left.length - pace.most)
}

function busy(milliseconds: number): Error {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  return refuse('connector_busy', { headers: { 'Retry-After': String(seconds) } })
}
