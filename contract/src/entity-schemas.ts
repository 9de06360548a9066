import { type Static, type TObject, Type } from 'typebox'
import { MAX_BULK_VALUES } from './body-bounds.ts'
import { ValidationRow } from './errors.ts'
import { operation, perMinute, personal } from './operation.ts'
import { AnyKey, Id, Nullable, OneOf } from './shared.ts'

export const MAX_ENTITIES_PER_APP = 200

const rowRule = 'true, false, nothing (= true), or a condition on the record and the user'
const RowRules = Type.Record(AnyKey, Type.Unknown(), {
  description: `create, read, update, delete, or write for the three that change records; each is ${rowRule}`,
})

const fields = {
  type: Type.Optional(Type.Literal('object')),
  properties: Type.Optional(
    Type.Record(AnyKey, Type.Record(AnyKey, Type.Unknown()), {
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
      name: Type.Optional(Type.String({ description: 'May be left out: the entity is named already' })),
      ...fields,
    },
    { additionalProperties: true },
  ),
)

/** The same schema, whose type also takes the keys that it does not name. */
function open<S extends TObject>(schema: S) {
  return Type.Unsafe<Static<S> & { [other: string]: unknown }>(schema)
}

const Warnings = Type.Optional(
  Type.Array(ValidationRow, {
    description:
      'Keys of the schema that are kept but that no record is held to, such as `unique`; absent when there are none',
  }),
)

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
  answer: Type.Object({ entityNameToSchema: Type.Record(AnyKey, EntitySchema) }),
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
  body_values: MAX_BULK_VALUES,
  body: Type.Object({
    entityNameToSchema: Type.Record(AnyKey, EntitySchemaDraft, {
      maxProperties: MAX_ENTITIES_PER_APP,
    }),
  }),
  answer: Type.Object({
    created: Type.Array(Type.String()),
    updated: Type.Array(Type.String(), { description: 'Those that changed' }),
    deleted: Type.Array(Type.String()),
    warnings: Warnings,
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
  body_values: 20_000,
  body: EntitySchemaDraft,
  answer: open(
    Type.Object({ name: Type.String(), ...fields, warnings: Warnings }, { additionalProperties: true }),
  ),
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

export const listIndexes = operation({
  name: 'schemas.indexes',
  summary: 'See how far the indexes of an entity are',
  description:
    'They are built in the background after a change of the schema, while everything goes on. One that failed says why, ' +
    'and is tried again after an hour or two.',
  method: 'GET',
  path: `${SCHEMAS}/{name}/indexes`,
  credential: personal('read_only'),
  params: SchemaPath,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({
        fields: Type.Array(Type.String()),
        state: OneOf(['building', 'ready', 'failed']),
        error: Nullable(Type.String()),
      }),
    ),
  }),
  refuses: ['app_not_found', 'editor_required', 'entity_not_found'],
  example: { answer: { items: [{ fields: ['status'], state: 'ready', error: null }] } },
})

/** Whom a rule is tried as: what rules can ask of a user. What is left out the user does not have. */
const TriedUser = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 128 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    role: Type.Optional(Type.String({ maxLength: 64, description: '`user` when left out' })),
    data: Type.Optional(Type.Record(AnyKey, Type.Unknown())),
  },
  { description: 'null: nobody is signed in' },
)

const TriedRecord = Type.Object({
  record: Type.Record(AnyKey, Type.Unknown(), { description: 'The whole record, past the rules' }),
  read: Type.Boolean(),
  update: Type.Boolean(),
  delete: Type.Boolean(),
  hidden_fields: Type.Array(Type.String(), { description: 'Fields whose read rule refuses' }),
  unwritable_fields: Type.Array(Type.String(), { description: 'Fields whose update rule refuses' }),
})

const TriedCreate = Type.Object({
  outcome: OneOf(['allowed', 'refused', 'depends'], {
    description: '`depends`: on the values of the new record',
  }),
  unwritable_fields: Type.Array(Type.String(), {
    description: 'Fields whose create rule refuses, whatever the values',
  }),
})

export const tryRules = operation({
  name: 'schemas.try_rules',
  summary: 'Show what somebody else may do with the newest records',
  description:
    'Nothing is changed. `schema` is a draft to try before it is saved; without it the saved one is tried.',
  method: 'POST',
  path: `${SCHEMAS}/{name}/try`,
  credential: personal('full_access'),
  limit: perMinute(120, 'caller+app'),
  params: SchemaPath,
  body: Type.Object({
    schema: Type.Optional(EntitySchemaDraft),
    as: Nullable(TriedUser),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
  }),
  answer: Type.Object({ create: TriedCreate, records: Type.Array(TriedRecord) }),
  refuses: ['app_not_found', 'editor_required', 'entity_not_found'],
  example: {
    body: { as: { id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4', email: 'ada@example.com', role: 'user' } },
    answer: {
      create: { outcome: 'allowed', unwritable_fields: [] },
      records: [
        {
          record: { id: 'rec_06bcz0k3v4n8q1t5w7x9y2a3b4', title: 'Water the plants', status: 'open' },
          read: true,
          update: false,
          delete: false,
          hidden_fields: ['notes'],
          unwritable_fields: [],
        },
      ],
    },
  },
})
