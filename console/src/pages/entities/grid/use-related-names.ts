/** What the records are called that fields of other records refer to, read for the rows that are there. */
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { type EntitySchema, typesOf, valueAt } from '../../../entity-schema.ts'
import type { RecordsView } from '../../../paths.ts'
import { type EntityRecord, queries } from '../../../queries.ts'
import { recordsOfIds } from '../../../records-queries.ts'
import { nameOf, recordColumns } from '../values/record-columns.ts'
import { entityOf, idsIn, keyOfName, type RelatedNames } from '../values/relation.ts'

/** An address holds so many ids. */
export const IDS_AT_ONCE = 100
/** Texts of a record that may be its name: the first that is not empty is. */
const MOST_TEXTS = 5

export function useRelatedNames(
  appId: string,
  schema: EntitySchema,
  rows: readonly EntityRecord[],
  pastRules: RecordsView['past_rules'],
): RelatedNames {
  const { data: schemas } = useSuspenseQuery(queries.schemas(appId))
  return useQueries({
    queries: relatedIds(schema, rows).flatMap(({ entity, ids }) => {
      const related = valueAt(schemas, entity) as EntitySchema | undefined
      return related ? [relatedNames(appId, entity, related, ids, pastRules)] : []
    }),
    combine: namesIn,
  })
}

function namesIn(results: readonly { data: RelatedNames | undefined }[]): RelatedNames {
  return Object.assign({}, ...results.map(({ data }) => data))
}

/** The ids in fields that refer to another entity, as many at a time as are asked for at once. */
export function relatedIds(
  schema: EntitySchema,
  rows: readonly EntityRecord[],
): { entity: string; ids: string[] }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
    const entity = entityOf(property)
    if (entity === null) return []
    const ids = [...new Set(rows.flatMap((row) => idsIn(valueAt(row, field))))]
    const count = Math.ceil(ids.length / IDS_AT_ONCE)
    return Array.from({ length: count }, (_, part) => ({
      entity,
      ids: ids.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE),
    }))
  })
}

function relatedNames(
  appId: string,
  entity: string,
  schema: EntitySchema,
  ids: readonly string[],
  pastRules: RecordsView['past_rules'],
) {
  const columns = recordColumns(schema, true)
  // A comma would end the name of a field.
  const texts = columns.filter(
    ({ name, property }) => property && typesOf(property)?.includes('string') && !name.includes(','),
  )
  const fields = ['id', ...texts.slice(0, MOST_TEXTS).map(({ name }) => name)]
  return {
    ...recordsOfIds(appId, entity, ids, fields, pastRules),
    select: (found: readonly EntityRecord[]): RelatedNames =>
      Object.fromEntries(found.map((record) => [keyOfName(entity, record.id), nameOf(record, columns)])),
  }
}
