/** `client.codingSessions.launch({ prompt, title })`: coding sessions of an app, followed to their end. */
import type { AreaClient } from './area-client.ts'
import { ApiError } from './errors.ts'
import { readUntil } from './read-until.ts'
import type { CodingSession, CodingSessionEvent, InputRequest } from './resources.ts'

type Coding = AreaClient['coding']
export type CodingLaunch = Parameters<Coding['launch']>[1]
export type CodingReply = Omit<NonNullable<Parameters<Coding['message']>[1]>, 'input_request_id'>

export interface AppCodingSessions {
  /** Launches a session and follows it. With a key of your own the call may be made again without launching another. */
  launch(
    body: CodingLaunch,
    options?: FollowOptions & { idempotency_key?: string | undefined },
  ): Promise<CodingSession>
  /**
   * Resolves with the session when it has ended, however it ended, or when it waits for an answer that nobody gives.
   * Throws a `CodingWaitError` when that takes too long; the session goes on then.
   */
  follow(session_id: string, options?: FollowOptions): Promise<CodingSession>
}

export interface FollowOptions {
  /** Called with each event once, in their order. */
  onEvent?: ((event: CodingSessionEvent) => void) | undefined
  /** Called with the session when it was launched or found, and whenever its state has changed. */
  onChange?: ((session: CodingSession) => void) | undefined
  /** Answers a question or an approval; null leaves it open. */
  answer?: ((request: InputRequest) => Promise<CodingReply | null>) | undefined
  /** Events up to this one are known; all are new when left out. */
  after?: number | undefined
  signal?: AbortSignal | undefined
  /** How long it may wait and take; 2 hours when left out. */
  timeoutMs?: number | undefined
}

/** The session did not end in time. It may still: see `coding.read`. */
export class CodingWaitError extends Error {
  override readonly name = 'CodingWaitError'
  readonly session_id: string

  constructor(session_id: string) {
    super(`The coding session ${session_id} has not ended in time; it goes on.`)
    this.session_id = session_id
  }
}

const DEFAULT_TIMEOUT_MS = 2 * 60 * 60_000
const MOST_EVENTS = 200

export function isOver({ state }: Pick<CodingSession, 'state'>): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled'
}

export function appCodingSessions({ coding }: AreaClient, app_id: string): AppCodingSessions {
  const follow: AppCodingSessions['follow'] = async (session_id, options = {}) => {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options
    const look = createLook(coding, { app_id, session_id }, options)
    const settled = await readUntil(look, ({ isSettled }) => isSettled, { timeoutMs, signal })
    if (!settled) throw new CodingWaitError(session_id)
    return settled.session
  }
  return {
    follow,
    async launch(body, { idempotency_key, ...options } = {}) {
      const { signal } = options
      const { id } = await coding.launch({ app_id }, body, { signal, idempotency_key })
      return follow(id, options)
    },
  }
}

/** Reads the events that are new, and the session when one of them says that its state is another. */
function createLook(
  coding: Coding,
  path: { app_id: string; session_id: string },
  { onEvent, onChange, answer, after = 0, signal }: FollowOptions,
) {
  let seq = after
  let session: CodingSession | null = null
  /** The session that is known is not the present one. */
  let isStale = true
  let leftOpen: string | null = null

  async function readEvents(): Promise<void> {
    for (let has_more = true; has_more; ) {
      const page = await coding.events(path, { after: seq, limit: MOST_EVENTS }, { signal })
      for (const event of page.items) {
        seq = event.seq
        if (event.type === 'state') isStale = true
        onEvent?.(event)
      }
      has_more = page.has_more
    }
  }

  async function reply(): Promise<void> {
    const { input_request } = await coding.input_request(path, { signal })
    if (!input_request) return
    const said = (await answer?.(input_request)) ?? null
    if (said === null) leftOpen = input_request.id
    else
      await coding.message(path, { ...said, input_request_id: input_request.id }, { signal }).catch(answered)
    isStale = said !== null
  }

  return async (): Promise<{ session: CodingSession; isSettled: boolean }> => {
    await readEvents()
    if (!session || isStale) {
      session = await coding.read(path, { signal })
      isStale = false
      onChange?.(session)
      // What happened until it ended is shown before it is over.
      if (isOver(session)) await readEvents()
    }
    if (session.state === 'needs_input' && session.input_request_id !== leftOpen) await reply()
    const isLeft = leftOpen !== null && session.input_request_id === leftOpen
    return { session, isSettled: isOver(session) || isLeft }
  }
}

/** Somebody else was faster. */
function answered(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'input_request_changed') throw error
}
