import { type Static, type TObject, Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { Id, Nullable } from './shared.ts'

export const MAX_ENTITIES_PER_APP = 200

const rowRule = 'true, false, nothing (= true), or a condition on the record and the user'
const RowRules = Type.Record(Type.String(), Type.Unknown(), {
  description: `create, read, update, delete, or write for the three that change records; each is ${rowRule}`,
})

const fields = {
  type: Type.Optional(Type.Literal('object')),
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description:
        'The fields: type, enum, default, format, minLength, maxLength, pattern, minimum, maximum, …',
    }),
  ),
  required: Type.Optional(Type.Array(Type.String())),
  rls: Type.Optional(Nullable(RowRules)),
  indexes: Type.Optional(
    Type.Array(Type.Array(Type.String()), { description: 'Fields that are filtered or sorted by together' }),
  ),
}

/** What an entity's records look like, and who may do what with them. Keys we do not know are kept. */
export const EntitySchema = open(
  Type.Object({ name: Type.String(), ...fields }, { $id: 'EntitySchema', additionalProperties: true }),
)

const EntitySchemaDraft = open(
  Type.Object(
    {
      name: Type.Optional(Type.String({ description: 'May be left out: the entity is named beside' })),
      ...fields,
    },
    { additionalProperties: true },
  ),
)

/** The same schema, whose type also takes the keys that it does not name. */
function open<S extends TObject>(schema: S) {
  return Type.Unsafe<Static<S> & { [other: string]: unknown }>(schema)
}

const AppPath = Type.Object({ app_id: Id })
const SchemaPath = Type.Object({
  app_id: Id,
  name: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\w+$' }),
})
const SCHEMAS = '/api/apps/{app_id}/entity-schemas'

const EXAMPLE_SCHEMA = {
  name: 'Task',
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: 200 },
    status: { type: 'string', enum: ['open', 'done'], default: 'open', index: true },
    notes: { type: 'string', rls: { read: { created_by_id: '{{user.id}}' } } },
  },
  required: ['title'],
  rls: {
    read: true,
    create: true,
    write: { $or: [{ created_by_id: '{{user.id}}' }, { user_condition: { role: 'admin' } }] },
  },
}

export const listSchemas = operation({
  name: 'schemas.list',
  summary: 'Read the schemas of all entities of an app',
  method: 'GET',
  path: SCHEMAS,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object({ entityNameToSchema: Type.Record(Type.String(), EntitySchema) }),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { entityNameToSchema: { Task: EXAMPLE_SCHEMA } } },
})

export const replaceSchemas = operation({
  name: 'schemas.replace_all',
  summary: 'Replace the schemas of all entities of an app; all of them, or nothing when one does not fit',
  description: 'Records of an entity that is left out stay stored and are back when its schema is.',
  method: 'PUT',
  path: SCHEMAS,
  credential: personal('full_access'),
  params: AppPath,
  body: Type.Object({
    entityNameToSchema: Type.Record(Type.String(), EntitySchemaDraft, {
      maxProperties: MAX_ENTITIES_PER_APP,
    }),
  }),
  answer: Type.Object({
    created: Type.Array(Type.String()),
    updated: Type.Array(Type.String(), { description: 'Those that changed' }),
    deleted: Type.Array(Type.String()),
  }),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    body: { entityNameToSchema: { Task: EXAMPLE_SCHEMA } },
    answer: { created: ['Task'], updated: [], deleted: [] },
  },
})

export const readSchema = operation({
  name: 'schemas.read',
  summary: 'Read the schema of an entity',
  method: 'GET',
  path: `${SCHEMAS}/{name}`,
  credential: personal('read_only'),
  params: SchemaPath,
  answer: EntitySchema,
  refuses: ['app_not_found', 'editor_required', 'entity_not_found'],
  example: { answer: EXAMPLE_SCHEMA },
})

export const setSchema = operation({
  name: 'schemas.set',
  summary: 'Make an entity, or replace its schema; records that are there stay as they are',
  method: 'PUT',
  path: `${SCHEMAS}/{name}`,
  credential: personal('full_access'),
  params: SchemaPath,
  body: EntitySchemaDraft,
  answer: EntitySchema,
  refuses: ['app_not_found', 'editor_required', 'entity_limit_reached'],
  example: { body: EXAMPLE_SCHEMA, answer: EXAMPLE_SCHEMA },
})

export const deleteSchema = operation({
  name: 'schemas.delete',
  summary: 'Delete the schema of an entity; its records stay stored and are back when the schema is',
  method: 'DELETE',
  path: `${SCHEMAS}/{name}`,
  credential: personal('full_access'),
  params: SchemaPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'entity_not_found'],
  example: { answer: { deleted: true } },
})
