/** Shapes, addresses and credentials that the operations of records share. */
import { Type } from 'typebox'
import { orVisitor, personal } from './operation.ts'
import { AnyKey, Described, Id, Timestamp } from './shared.ts'

/** What the schema declares, and what every record has; fields that the caller may not read are left out. */
export const EntityRecord = Type.Object(
  {
    id: Described(Id, 'Record ID'),
    created_date: Type.Optional(Described(Timestamp, 'When it was created')),
    updated_date: Type.Optional(Described(Timestamp, 'When it was last changed')),
    created_by: Type.Optional(
      Type.String({
        description: 'Email of the creating user, or `anonymous`; omitted in apps that hide authorship',
      }),
    ),
    created_by_id: Type.Optional(Type.String({ description: 'User ID or `anonymous`' })),
    is_sample: Type.Optional(
      Type.Boolean({
        description: 'True when stored as sample data during building; false for a record the caller creates',
      }),
    ),
  },
  {
    $id: 'EntityRecord',
    additionalProperties: true,
    description: 'The fields that the schema of the entity declares, plus automatic fields',
  },
)

/** A record as it is sent: any fields; those that the schema does not declare are dropped. */
export const Values = Type.Record(AnyKey, Type.Unknown())

export const EntityName = Type.String({ pattern: '^\\w+$', maxLength: 64 })
export const EntityPath = Type.Object({ app_id: Id, entity_name: EntityName })
export const RecordPath = Type.Object({ app_id: Id, entity_name: EntityName, entity_id: Id })
export const Headers = Type.Object({
  'x-bypass-rls': Type.Optional(
    Type.String({ description: '`true`: the rules are not asked; only for those who can edit the app' }),
  ),
})
/** A record as it was read; of one that the caller may not read, nothing matches. */
export const UnchangedHeaders = Type.Object({
  ...Headers.properties,
  'if-match': Type.Optional(
    Type.String({
      pattern: '^"[^"]*"$',
      maxLength: 64,
      description:
        'The `updated_date` of the record as it was read, in quotes: written only if it is still that',
    }),
  ),
})
export const ENTITIES = '/api/apps/{app_id}/entities/{entity_name}'

/** Anyone who can reach the app may come, also its own users, and everybody where it is open; its rules decide. */
export const READ = orVisitor(personal('read_only'))
export const WRITE = orVisitor(personal('full_access'))
export const REACH = ['app_not_found', 'entity_not_found', 'editor_required'] as const
export const EXAMPLE = {
  id: 'rec_06bcz0k3v4n8q1t5w7x9y2a3b4',
  title: 'Water the plants',
  done: false,
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
  created_by: 'ada@example.com',
  created_by_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  is_sample: false,
}

export const Filter = Type.String({
  maxLength: 20_000,
  description: 'A filter as JSON, such as {"done": false}',
})
export const Sort = Type.String({
  maxLength: 600,
  description: 'A field, or -field for the largest first; up to four, separated by commas',
})
export const Fields = Type.String({ maxLength: 2_000, description: 'Only these fields, separated by commas' })
