import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import type { ChatMessageRow } from '../tables.ts'
import { onEndOfChat } from './chat-channel.ts'
import { chatStore } from './chat-store.ts'

/** A notice that was lost costs this much. */
const LOOK_MS = 1_000

/** Resolves when the turn has ended, or the time is over. */
export async function waitForChat(
  { db, clock, notifications }: Pick<Deps, 'db' | 'clock' | 'notifications'>,
  { id, app_id, created_date }: Pick<ChatMessageRow, 'id' | 'app_id' | 'created_date'>,
  seconds: number,
): Promise<void> {
  const until = created_date.getTime() + seconds * 1_000
  const ended = new AbortController()
  const unsubscribe = onEndOfChat(notifications, id, () => ended.abort())
  try {
    while (clock.now().getTime() < until) {
      const chat = await chatStore(db).find(app_id, id)
      if (!chat || chat.completed_at !== null) return
      // Ends early with the notice, and is then looked at once more.
      await pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => {})
      if (ended.signal.aborted) return
    }
  } finally {
    unsubscribe()
  }
}
