/** What each call takes, as the form of a step shows it. */
import type { CallName } from '@atrium/sdk'
import { words } from './words.ts'

export interface CallField {
  /** Its name in `with`. */
  name: string
  label: string
  /** `json` takes any value; `text` a text, which may be an expression. */
  kind: 'text' | 'long' | 'json' | 'entity' | 'method'
  hint?: string
}

const ENTITY: CallField = { name: 'entity_name', label: words.entity, kind: 'entity' }
const RECORD: CallField = {
  name: 'id',
  label: words.idOfTheRecord,
  kind: 'text',
  hint: words.suchAsDataId,
}
const DATA: CallField = {
  name: 'data',
  label: words.values,
  kind: 'json',
  hint: words.asJsonTextsMay,
}

export const CALL_FIELDS: Record<CallName, readonly CallField[]> = {
  http: [
    { name: 'method', label: words.method, kind: 'method' },
    { name: 'endpoint', label: words.address, kind: 'text', hint: 'https://… or an expression' },
    { name: 'query', label: words.query, kind: 'json' },
    { name: 'headers', label: words.headers, kind: 'json' },
    { name: 'body', label: words.body, kind: 'json' },
  ],
  'entities.create': [ENTITY, DATA],
  'entities.update': [ENTITY, RECORD, DATA],
  'entities.delete': [ENTITY, RECORD],
  'entities.query': [
    ENTITY,
    { name: 'filter', label: words.filter, kind: 'json', hint: words.asInAList },
    { name: 'sort', label: words.order, kind: 'text', hint: words.aFieldWithBefore },
    { name: 'limit', label: words.atMost, kind: 'json' },
  ],
  'functions.invoke': [
    { name: 'name', label: words.function, kind: 'text' },
    { name: 'body', label: words.body, kind: 'json' },
  ],
  'connectors.call': [
    { name: 'connector', label: words.connector, kind: 'text', hint: words.itsTypeSuchAs },
    { name: 'method', label: words.method, kind: 'method' },
    { name: 'path', label: words.path, kind: 'text', hint: words.beginsWithAtThe },
    { name: 'query', label: words.query, kind: 'json' },
    { name: 'headers', label: words.headers, kind: 'json' },
    { name: 'body', label: words.body, kind: 'json' },
    { name: 'all_items', label: words.allPagesOfA, kind: 'json', hint: words.trueOrEmptyFor },
    { name: 'max_items', label: words.atMostSoMany, kind: 'json' },
  ],
  'agents.send_message': [
    { name: 'conversation_id', label: words.conversation, kind: 'text' },
    { name: 'content', label: words.message, kind: 'long' },
  ],
  'language_model.ask': [{ name: 'prompt', label: words.question, kind: 'long' }],
}

export const CALL_LABELS: Record<CallName, string> = {
  http: 'HTTP request',
  'entities.create': words.createARecord,
  'entities.update': words.updateARecord,
  'entities.delete': words.deleteARecord,
  'entities.query': words.findRecords,
  'functions.invoke': words.callAFunction,
  'connectors.call': words.callAConnectedService,
  'agents.send_message': words.saySomethingAsAn,
  'language_model.ask': words.askTheLanguageModel,
}
