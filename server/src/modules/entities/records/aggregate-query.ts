/** What an aggregate is asked for, as columns of its rows; with fields that the caller may not read it is refused. */
import type { AggregateBody } from '@atrium/contract/record-sets'
import { invalid } from '../../../platform/errors.ts'
import { type Condition, type Field, OWN_FIELDS } from '../conditions/condition.ts'
import type { Effort } from '../conditions/effort.ts'
import { readFilterOn } from '../conditions/filter.ts'
import { ConditionFault } from '../conditions/read-condition.ts'
import type { EntityAccess } from './access-entity.ts'
import { type RecordKey, recordKey, typesAt } from './record-key.ts'
import { readSort, requireReadable } from './record-query.ts'

/** A key of the rows and how its value is found. */
export type Column = { key: string } & (
  | { is: 'group'; of: RecordKey }
  | { is: 'bucket'; of: RecordKey; unit: Unit }
  | { is: 'count' }
  | { is: Measure; of: RecordKey }
)

export type Unit = NonNullable<AggregateBody['dateBucket']>['unit']
export type Measure = (typeof MEASURES)[number][1]

const MEASURES = [
  ['sum', 'sum'],
  ['avg', 'avg'],
  ['min', 'min'],
  ['max', 'max'],
  ['countDistinct', 'count_distinct'],
] as const

export interface RowOrder {
  key: string
  direction: 'asc' | 'desc'
}

export function readColumns(entity: EntityAccess, body: AggregateBody): Column[] {
  const { dateBucket, count = true } = body
  const columns: Column[] = listOf(body.groupBy).map((name) => ({
    key: name,
    is: 'group',
    of: keyAt(entity, name, ['body', 'groupBy']),
  }))
  if (dateBucket) columns.push(bucketOf(entity, dateBucket))
  if (count) columns.push({ key: 'count', is: 'count' })
  for (const [property, measure] of MEASURES) {
    for (const name of listOf(body[property])) {
      const of = keyAt(entity, name, ['body', property])
      const fault = whyNot(measure, entity, name, of)
      if (fault) throw invalid(['body', property], 'value_error', `The field "${name}" ${fault}`)
      columns.push({ key: `${measure}_${name}`, is: measure, of })
    }
  }
  if (columns.length === 0) throw invalid(['body'], 'value_error', 'There is nothing to count or group by')
  refuseTwins(columns)
  return columns
}

/** Groups in their order decide between rows that are otherwise equal. */
export function readRowOrder(columns: readonly Column[], sort: AggregateBody['sort']): RowOrder[] {
  const wanted = listOf(sort).map((name): RowOrder => {
    const isKey = (wanted: string) => columns.some((column) => column.key === wanted)
    const { name: key, direction } = readSort(name, isKey)
    if (!isKey(key)) throw notAKey(columns, key)
    return { key, direction }
  })
  const groups = columns.filter(({ is }) => is === 'group' || is === 'bucket')
  return [...wanted, ...groups.map(({ key }): RowOrder => ({ key, direction: 'asc' }))]
}

/** A filter whose fields are the keys of the rows. */
export function readHaving(
  columns: readonly Column[],
  having: AggregateBody['having'],
  effort: Effort,
): Condition {
  const keys = new Set(columns.map(({ key }) => key))
  const named = (key: string): Field | null =>
    keys.has(key) ? { kind: 'data', path: [key], mayBeList: true } : null
  try {
    return readFilterOn(having ?? {}, named, effort)
  } catch (fault) {
    if (!(fault instanceof ConditionFault)) throw fault
    throw invalid(['body', 'having', ...fault.place.map(String)], 'value_error', fault.message)
  }
}

function listOf(names: string | readonly string[] | undefined): readonly string[] {
  return typeof names === 'string' ? [names] : (names ?? [])
}

function keyAt(entity: EntityAccess, name: string, loc: readonly string[]): RecordKey {
  const key = recordKey(entity.schema, name)
  if (!key) throw invalid([...loc], 'enum', `There is no field "${name}"`)
  requireReadable(entity, name, loc)
  return key
}

function bucketOf(entity: EntityAccess, { field, unit }: NonNullable<AggregateBody['dateBucket']>): Column {
  const loc = ['body', 'dateBucket', 'field']
  const of = keyAt(entity, field, loc)
  const isTime = of.kind === 'own' ? OWN_FIELDS[of.name] === 'time' : mayBe(entity, field, 'string')
  if (!isTime) throw invalid(loc, 'value_error', `The field "${field}" holds no times`)
  return { key: field, is: 'bucket', of, unit }
}

/** Why a field cannot be measured so; null when it can. */
function whyNot(measure: Measure, entity: EntityAccess, name: string, of: RecordKey): string | null {
  if (measure === 'count_distinct') return null
  if (measure === 'sum' || measure === 'avg')
    return of.kind === 'data' && of.as === 'number' ? null : 'is not declared to hold numbers'
  const hasOrder =
    of.kind === 'own' ? OWN_FIELDS[of.name] !== 'boolean' : mayBe(entity, name, 'string', 'number', 'integer')
  return hasOrder ? null : 'holds nothing that has an order'
}

function mayBe({ schema }: EntityAccess, name: string, ...wanted: readonly string[]): boolean {
  const types = typesAt(schema, name.split('.'))
  return types.length === 0 || types.some((type) => wanted.includes(type))
}

function refuseTwins(columns: readonly Column[]): void {
  const twin = columns.find(({ key }, index) => columns.findIndex((one) => one.key === key) < index)
  if (twin) throw invalid(['body'], 'value_error', `Two columns would be named "${twin.key}"`)
}

function notAKey(columns: readonly Column[], key: string) {
  const keys = columns.map((column) => column.key).join(', ')
  return invalid(['body', 'sort'], 'enum', `There is no key "${key}"; the rows have ${keys}`)
}
