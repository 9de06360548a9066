/** The records of an app by entity: `client.entities.Task.list('-created_date', 20)`. */
import type { AnswerOf, InputOf, Operations } from '@atrium/contract'
import type { AreaClient } from './area-client.ts'
import type {
  AnyEntities,
  AnyEntity,
  AnyRecord,
  Changes,
  EntityType,
  EntityTypes,
  FieldOf,
  Filter,
  Sort,
} from './entity-query.ts'
import { iterate } from './iterate.ts'
import type { ListenOptions } from './realtime.ts'
import type { Uploadable } from './upload.ts'

export type Entities<E extends EntityTypes> = { readonly [Name in keyof E]: EntityClient<E[Name]> }

/** Every method is one of the operations `client.records.…`, with its values in a natural order. */
export interface EntityClient<T extends EntityType = AnyEntity> {
  /** At most 5,000, newest first unless `sort` says otherwise. */
  list<F extends FieldOf<T['record']> = FieldOf<T['record']>>(
    sort?: Sort<T['record']> | null,
    limit?: number | null,
    skip?: number | null,
    fields?: readonly F[] | null,
  ): Promise<Chosen<T['record'], F>[]>
  filter<F extends FieldOf<T['record']> = FieldOf<T['record']>>(
    query: Filter<T['record']>,
    sort?: Sort<T['record']> | null,
    limit?: number | null,
    skip?: number | null,
    fields?: readonly F[] | null,
  ): Promise<Chosen<T['record'], F>[]>
  /** All that match, page after page: `for await (const task of client.entities.Task.iterate({ done: false }))`. */
  iterate<F extends FieldOf<T['record']> = FieldOf<T['record']>>(
    query?: Filter<T['record']> | null,
    sort?: Sort<T['record']> | null,
    fields?: readonly F[] | null,
  ): AsyncGenerator<Chosen<T['record'], F>, void, undefined>
  count(query?: Filter<T['record']>): Promise<number>
  /** The different values of a field; of a list, those of its elements. */
  distinct<F extends FieldOf<T['record']>>(
    field: F,
    query?: Filter<T['record']>,
  ): Promise<ElementOf<NonNullable<T['record'][F]>>[]>
  /** Counts, sums and the like by groups. */
  aggregate(wanted: Aggregate<T['record']>): Promise<AnswerOf<Operations['records']['aggregate']>>
  get(id: string): Promise<T['record']>
  /** Of a record that the caller may write and not read, the answer holds `id` and `updated_date` only. */
  create(data: T['create']): Promise<T['record']>
  /** All or none, up to 500. */
  bulkCreate(records: readonly T['create'][]): Promise<T['record'][]>
  /** Fields that are left out keep their value; `null` clears one. `if_match`: only if it was not changed since. */
  update(id: string, data: T['update'], options?: { if_match?: string }): Promise<T['record']>
  /** All or none, up to 500; triggers nothing. */
  bulkUpdate(records: readonly (T['update'] & { id: string })[]): Promise<T['record'][]>
  /** Up to 500 at a time; while `has_more`, call it again. */
  updateMany(
    query: Filter<T['record']>,
    changes: Changes<T['update']>,
  ): Promise<{ success: true; updated: number; has_more: boolean }>
  /** Those with the same values in the fields of `key` are updated, the others created; all or none, up to 500. */
  upsert(
    records: readonly T['create'][],
    key: FieldOf<T['create']> | readonly FieldOf<T['create']>[],
  ): Promise<{ created: number; updated: number; records: T['record'][] }>
  delete(id: string): Promise<{ success: true }>
  /** An empty query matches all. */
  deleteMany(query: Filter<T['record']>): Promise<{ success: true; deleted: number }>
  /** From a CSV, JSON or JSON lines file; the answer says which rows were left out, and why. */
  importEntities(
    file: Uploadable,
    options?: { format?: FileFormat; file_name?: string },
  ): Promise<AnswerOf<Operations['records']['import']>>
  /** As a file that comes as a stream: `(await client.entities.Task.export()).body`. */
  export(options?: ExportOptions<T['record']>): Promise<Response>
  /** Calls back on every change of a record that the caller may read, until the answer is called. */
  subscribe(callback: (event: EntityEvent<T['record']>) => void, options?: ListenOptions): () => void
}

export type Aggregate<R> = Omit<InputOf<Operations['records']['aggregate']>['body'], 'query'> & {
  query?: Filter<R>
}

type FileFormat = 'csv' | 'json' | 'jsonl'

export interface ExportOptions<R> {
  /** `csv` by default. */
  format?: FileFormat
  query?: Filter<R>
  sort?: Sort<R>
  fields?: readonly FieldOf<R>[]
}

/** The fields that were asked for; the id is always among them. */
export type Chosen<R extends { id: string }, F extends FieldOf<R>> =
  FieldOf<R> extends F ? R : Pick<R, F | 'id'>

/** Of what is deleted, or may not be read any more, only the id is reported. */
export type EntityEvent<R = AnyRecord> = { id: string; timestamp: string } & (
  | { type: 'create' | 'update'; data: R }
  | { type: 'delete'; data: { id: string } }
)

/** How an entity's events are heard of. */
export type Listen = (
  entity_name: string,
  callback: (event: EntityEvent) => void,
  options?: ListenOptions,
) => () => void

interface EntityPath {
  app_id: string
  entity_name: string
}

type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : Value

const RECORDS_PER_PAGE = 500

/** The entities of an app; any name is one, so that nothing has to be known of its schemas. */
export function entitiesOf(entity: (name: string) => EntityClient): Entities<AnyEntities> {
  const known = new Map<string, EntityClient>()
  const find = (name: string) => {
    const found = known.get(name) ?? entity(name)
    known.set(name, found)
    return found
  }
  return new Proxy<Entities<AnyEntities>>(
    {},
    {
      // What every object has is no entity; neither is `then`, for which all is asked that is awaited.
      get: (none, name) =>
        typeof name === 'string' && name !== 'then' && !(name in none) ? find(name) : Reflect.get(none, name),
    },
  )
}

export function entityClient(records: AreaClient['records'], at: EntityPath, listen: Listen): EntityClient {
  const one = (entity_id: string) => ({ ...at, entity_id })
  // Which fields come depends on which were asked for; callers know that, this line does not.
  const list = (query: Asked) => records.list(at, asked(query)) as Promise<never[]>
  const all = (query: Asked) =>
    iterate(records.page, at, asked(query)) as AsyncGenerator<never, void, undefined>
  return {
    list: (sort, limit, skip, fields) => list({ sort, limit, skip, fields }),
    filter: (query, sort, limit, skip, fields) => list({ query, sort, limit, skip, fields }),
    iterate: (query, sort, fields) => all({ query, sort, fields, limit: RECORDS_PER_PAGE }),
    count: async (query) => (await records.count(at, asked({ query }))).count,
    distinct: (field, query) => valuesOf(records.page, at, field, query),
    aggregate: (wanted) => records.aggregate(at, wanted),
    get: (id) => records.get(one(id)),
    create: (data) => records.create(at, data),
    bulkCreate: (rows) => records.bulk_create(at, [...rows]),
    update: (id, data, options) => records.update(one(id), data, options),
    bulkUpdate: (rows) => records.bulk_update(at, [...rows]),
    updateMany: (query, data) => records.update_many(at, { query, data }),
    upsert: (rows, key) =>
      records.upsert(at, { records: [...rows], key: typeof key === 'string' ? key : [...key] }),
    delete: (id) => records.delete(one(id)),
    deleteMany: (query) => records.delete_many(at, query),
    importEntities: (file, options) => records.import(at, { file, ...options }),
    export: ({ format, ...query } = {}) => records.export(at, { ...asked(query), format }),
    subscribe: (callback, options) => listen(at.entity_name, callback, options),
  }
}

async function valuesOf(
  page: AreaClient['records']['page'],
  at: EntityPath,
  field: string,
  query: object | undefined,
): Promise<never[]> {
  const values: unknown[] = []
  const wanted = { ...asked({ query, limit: RECORDS_PER_PAGE }), distinct: field }
  for await (const value of iterate(page, at, wanted)) values.push(value)
  return values as never[] // of the type that the field has
}

interface Asked {
  query?: object | null | undefined
  sort?: string | null | undefined
  limit?: number | null | undefined
  skip?: number | null | undefined
  fields?: readonly string[] | null | undefined
}

/** As the query of a list; what is not asked for is left out of the request. */
function asked({ query, fields, sort, limit, skip }: Asked) {
  return {
    q: query ? JSON.stringify(query) : undefined,
    sort: sort ?? undefined,
    limit: limit ?? undefined,
    skip: skip ?? undefined,
    fields: fields ? String(fields) : undefined,
  }
}
