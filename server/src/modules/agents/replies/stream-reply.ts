import type { Deps } from '../deps.ts'
import { publishMessage } from '../messages/publish-message.ts'
import type { ConversationRow } from '../store.ts'

/** A reply on its way to those who look at the conversation while it is being written. */
export interface ReplyStream {
  /** The text so far. */
  publish(content: string): void
  /** Nothing more comes, and what came is not kept. */
  breakOff(content: string): void
  /** What comes now is the stored reply. */
  end(): void
}

/** Faster is more than anybody reads, and costs the whole conversation each time. */
const PAUSE_MS = 150

export function streamReply(
  deps: Pick<Deps, 'conversationFeed' | 'clock'>,
  conversation: ConversationRow,
  replyId: string,
): ReplyStream {
  const reply = {
    id: replyId,
    conversation_id: conversation.id,
    role: 'assistant' as const,
    file_urls: [],
    created_date: deps.clock.now(),
  }
  let newest = ''
  let reported = ''
  let pause: NodeJS.Timeout | null = null
  const publishNewest = () => {
    pause = null
    if (newest === reported) return
    reported = newest
    publishMessage(deps, conversation, { ...reply, content: newest, status: 'in_progress' })
    pause = setTimeout(publishNewest, PAUSE_MS)
  }
  return {
    publish(content) {
      newest = content
      if (!pause) publishNewest()
    },
    breakOff(content) {
      if (reported !== '') publishMessage(deps, conversation, { ...reply, content, status: 'failed' })
    },
    end() {
      if (pause) clearTimeout(pause)
    },
  }
}
