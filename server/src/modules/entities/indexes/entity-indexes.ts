/** The indexes that a schema declares, as keys of records; and what they ask of its texts. */
import { createHash } from 'node:crypto'
import { type RecordKey, recordKey } from '../records/record-key.ts'
import { type EntitySchema, indexesOf } from '../schemas/entity-schema.ts'

export interface EntityIndex {
  /** In the database: another index has another name, the same one the same. */
  name: string
  fields: readonly string[]
  keys: readonly RecordKey[]
}

export function declaredIndexes(appId: string, schema: EntitySchema): EntityIndex[] {
  const indexes = indexesOf(schema).map((fields): EntityIndex => {
    const keys = fields.flatMap((field) => recordKey(schema, field) ?? [])
    return { name: nameOf(appId, schema.name, keys), fields, keys }
  })
  return [...new Map(indexes.map((index) => [index.name, index])).values()]
}

export interface IndexedText {
  path: readonly string[]
  maxLength: number
}

const lengths = new WeakMap<EntitySchema, IndexedText[]>()
/** An entry has room for 2,700 bytes, and a character takes up to four. */
const ALONE = 500
const BESIDE_OTHERS = 150

/** Texts that must not be longer than an index can hold. */
export function indexedTexts(schema: EntitySchema): readonly IndexedText[] {
  let found = lengths.get(schema)
  if (!found) {
    found = declaredIndexes('', schema).flatMap(({ keys }) =>
      keys.flatMap((key) =>
        key.kind === 'data' && key.as === 'text'
          ? [{ path: key.path, maxLength: keys.length === 1 ? ALONE : BESIDE_OTHERS }]
          : [],
      ),
    )
    lengths.set(schema, found)
  }
  return found
}

function nameOf(appId: string, entityName: string, keys: readonly RecordKey[]): string {
  const text = JSON.stringify([appId, entityName, keys])
  return `records_declared_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
