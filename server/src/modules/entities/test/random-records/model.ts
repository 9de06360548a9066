/**
 * Records as the specification means them, in the plainest way: an object a record, a function a rule. It shares
 * nothing with the code that it judges.
 */
export type Value = null | boolean | number | string | string[]
export interface ModelRecord {
  id: string
  created_by: string
  created_by_id: string
  data: { [field: string]: Value }
}

/** Null: nobody is signed in. */
export type ModelUser = { id: string; email: string; role: 'admin' | 'user' } | null

type Rule = (user: ModelUser, record: ModelRecord) => boolean

export interface ModelEntity {
  name: string
  /** What the server is reported. */
  schema: {
    properties: Record<string, Record<string, unknown>>
    required?: string[]
    rls?: Record<string, unknown>
  }
  required: readonly string[]
  defaults: { [field: string]: Value }
  rows: { create: Rule; read: Rule; update: Rule; delete: Rule }
  /** Fields with rules of their own. */
  fields: { [field: string]: { read: Rule; write: Rule } }
}

const everyone: Rule = () => true
const admins: Rule = (user) => user?.role === 'admin'
const creator: Rule = (user, record) => user !== null && record.created_by_id === user.id
const ownerInData: Rule = (user, { data }) => user !== null && data.owner === user.email
const isAdmin = { user_condition: { role: 'admin' } }

const FIELDS = {
  title: { type: 'string', minLength: 1, maxLength: 20 },
  n: { type: 'integer', minimum: 0, maximum: 100 },
  flag: { type: 'boolean', default: false },
  state: { enum: ['new', 'open', 'locked'] },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
  owner: { type: 'string', format: 'email' },
}

const plain = { required: ['title'], defaults: { flag: false }, fields: {} }

export const ENTITIES: readonly ModelEntity[] = [
  {
    ...plain,
    name: 'Open',
    schema: { properties: FIELDS, required: ['title'] },
    rows: { create: everyone, read: everyone, update: everyone, delete: everyone },
  },
  {
    ...plain,
    name: 'Own',
    schema: {
      properties: FIELDS,
      required: ['title'],
      rls: { read: { created_by: '{{user.email}}' }, write: { created_by_id: '{{user.id}}' } },
    },
    rows: { create: creator, read: creator, update: creator, delete: creator },
  },
  {
    ...plain,
    name: 'Team',
    schema: {
      properties: {
        ...FIELDS,
        secret: { type: 'string', rls: { read: isAdmin, write: isAdmin } },
        score: { type: 'number', rls: { write: { 'data.owner': '{{user.email}}' } } },
      },
      required: ['title'],
      rls: { create: isAdmin, update: { $or: [{ 'data.owner': '{{user.email}}' }, isAdmin] }, delete: false },
    },
    rows: {
      create: admins,
      read: everyone,
      update: (user, record) => ownerInData(user, record) || admins(user, record),
      delete: () => false,
    },
    fields: { secret: { read: admins, write: admins }, score: { read: everyone, write: ownerInData } },
  },
  {
    ...plain,
    name: 'Range',
    schema: {
      properties: FIELDS,
      required: ['title'],
      rls: {
        read: { 'data.n': { $gte: 10 } },
        update: { 'data.state': { $in: ['open', 'new'] } },
        delete: { $nor: [{ 'data.state': 'locked' }] },
      },
    },
    rows: {
      create: everyone,
      read: (user, { data }) => user !== null && typeof data.n === 'number' && data.n >= 10,
      update: (user, { data }) => user !== null && (data.state === 'open' || data.state === 'new'),
      delete: (user, { data }) => user !== null && data.state !== 'locked',
    },
  },
]

/** Which of the sent fields must not be written into this record. */
export function refusedFields(
  entity: ModelEntity,
  user: ModelUser,
  record: ModelRecord,
  sent: { [field: string]: Value },
  operation: 'create' | 'update',
): string[] {
  return Object.entries(sent)
    .filter(([name, value]) => {
      const rule = entity.fields[name]
      if (!rule || rule.write(user, record)) return false
      if (operation === 'create') return true
      const stays = JSON.stringify(record.data[name] ?? null) === JSON.stringify(value)
      return !(stays && rule.read(user, record))
    })
    .map(([name]) => `data.${name}`)
}

/** The fields of a record as this user gets them; null fields are as good as absent. */
export function visibleData(entity: ModelEntity, user: ModelUser, record: ModelRecord) {
  return Object.fromEntries(
    Object.entries(record.data).filter(([name]) => entity.fields[name]?.read(user, record) ?? true),
  )
}
