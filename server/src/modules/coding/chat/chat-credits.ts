import type { CreditUse } from '../../../tenancy/index.ts'
import type { ChatMessageRow } from '../tables.ts'

/** Longer than a turn may wait and run, however often. */
const HOLD_MS = 3 * 60 * 60 * 1_000

/** A turn costs credits under its own id. */
export function creditUseOfChat(
  { id, app_id, user_id }: Pick<ChatMessageRow, 'id' | 'app_id' | 'user_id'>,
  workspace_id: string,
): CreditUse {
  return { key: id, workspace_id, user_id, app_id, kind: 'chat_turn' }
}

export const holdChatUntil = (now: Date) => new Date(now.getTime() + HOLD_MS)
