import type { Db } from '../../platform/database/db.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { Ground } from '../../tenancy/index.ts'
import type { MessageRow } from './store.ts'

/** What agents need beside the ground. */
export interface Deps extends Ground {
  languageModel: LanguageModel
  messageEvents: MessageEvents
}

/** Who wants to know of messages; webhooks do, and `app.ts` wires it. */
export interface MessageEvents {
  /** In the transaction that stores the message. */
  record(
    tx: Db,
    type: 'message.created' | 'message.completed',
    message: MessageRow,
    conversation: ConversationPlace,
  ): Promise<void>
  /** After that transaction. */
  flush(): void
}

export interface ConversationPlace {
  id: string
  app_id: string
  /** '' for the agent that the app itself is; otherwise the conversation is inside an app. */
  agent_name: string
}
