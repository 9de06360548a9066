/** What each call takes, as the form of a step shows it. */
import type { CallName } from '@atrium/sdk'

export interface CallField {
  /** Its name in `with`. */
  name: string
  label: string
  /** `json` takes any value; `text` a text, which may be an expression. */
  kind: 'text' | 'long' | 'json' | 'entity' | 'method'
  hint?: string
}

const ENTITY: CallField = { name: 'entity_name', label: 'Entity', kind: 'entity' }
const RECORD: CallField = {
  name: 'id',
  label: 'Id of the record',
  kind: 'text',
  hint: 'Such as ${ .data.id }',
}
const DATA: CallField = {
  name: 'data',
  label: 'Values',
  kind: 'json',
  hint: 'As JSON; texts may be expressions.',
}

export const CALL_FIELDS: Record<CallName, readonly CallField[]> = {
  http: [
    { name: 'method', label: 'Method', kind: 'method' },
    { name: 'endpoint', label: 'Address', kind: 'text', hint: 'https://… or an expression' },
    { name: 'query', label: 'Query', kind: 'json' },
    { name: 'headers', label: 'Headers', kind: 'json' },
    { name: 'body', label: 'Body', kind: 'json' },
  ],
  'entities.create': [ENTITY, DATA],
  'entities.update': [ENTITY, RECORD, DATA],
  'entities.delete': [ENTITY, RECORD],
  'entities.query': [
    ENTITY,
    { name: 'filter', label: 'Filter', kind: 'json', hint: 'As in a list of records: {"status": "open"}' },
    { name: 'sort', label: 'Order', kind: 'text', hint: 'A field, with - before it for descending' },
    { name: 'limit', label: 'At most', kind: 'json' },
  ],
  'functions.invoke': [
    { name: 'name', label: 'Function', kind: 'text' },
    { name: 'body', label: 'Body', kind: 'json' },
  ],
  'connectors.call': [
    { name: 'connector', label: 'Connector', kind: 'text', hint: 'Its type, such as slack' },
    { name: 'method', label: 'Method', kind: 'method' },
    { name: 'path', label: 'Path', kind: 'text', hint: 'Begins with /, at the address of the service' },
    { name: 'query', label: 'Query', kind: 'json' },
    { name: 'headers', label: 'Headers', kind: 'json' },
    { name: 'body', label: 'Body', kind: 'json' },
    { name: 'all_items', label: 'All pages of a list', kind: 'json', hint: 'true, or empty for the first' },
    { name: 'max_items', label: 'At most so many items', kind: 'json' },
  ],
  'agents.send_message': [
    { name: 'conversation_id', label: 'Conversation', kind: 'text' },
    { name: 'content', label: 'Message', kind: 'long' },
  ],
  'language_model.ask': [{ name: 'prompt', label: 'Question', kind: 'long' }],
}

export const CALL_LABELS: Record<CallName, string> = {
  http: 'HTTP request',
  'entities.create': 'Create a record',
  'entities.update': 'Update a record',
  'entities.delete': 'Delete a record',
  'entities.query': 'Find records',
  'functions.invoke': 'Call a function',
  'connectors.call': 'Call a connected service',
  'agents.send_message': 'Say something as an agent',
  'language_model.ask': 'Ask the language model',
}
