import type { Db } from '../../platform/database/db.ts'
import type { LanguageModel } from '../../ports/language-model/port.ts'
import type { BaseDeps, Caller } from '../../tenancy/index.ts'
import type { ConversationFeed } from './conversations/conversation-feed.ts'
import type { MessageRow } from './store.ts'

/** What agents need in addition to what all modules get. */
export interface Deps extends BaseDeps {
  languageModel: LanguageModel
  messageEvents: MessageEvents
  recordTools: RecordTools
  conversationFeed: ConversationFeed
}

/** What agents inside apps do with records, as the caller may: see `wiring/agents-to-entities.ts`. */
export interface RecordTools {
  /** Null when the app has no such entity. */
  describe(appId: string, entityName: string): Promise<EntityOutline | null>
  list(
    caller: Caller,
    set: { app_id: string; entity_name: string },
    input: { filter?: object | undefined; sort?: string | undefined; limit: number },
  ): Promise<readonly unknown[]>
  create(caller: Caller, set: { app_id: string; entity_name: string }, values: object): Promise<unknown>
  update(
    caller: Caller,
    set: { app_id: string; entity_name: string },
    id: string,
    values: object,
  ): Promise<unknown>
  delete(caller: Caller, set: { app_id: string; entity_name: string }, id: string): Promise<unknown>
}

export interface EntityOutline {
  fields: { name: string; type: string }[]
}

/** Who wants to know of messages: see `wiring/agents-to-webhooks.ts`. */
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
