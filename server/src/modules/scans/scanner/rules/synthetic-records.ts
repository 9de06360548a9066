/** Invented records to try rules with: all combinations of the values that could make a difference, up to a bound. */
import type { ScannedSchema } from '../snapshot.ts'
import type { Json, RuleEngine, RuleRecord, RuleUser, Values } from './rule-engine.ts'
import { type Compared, expanded, hasTemplate, isObject, type RuleTerms } from './rule-terms.ts'
import { placeNamed } from './stored-rules.ts'
import { attributeOf } from './synthetic-people.ts'

export interface Tried {
  records: RuleRecord[]
  /** Whether every combination is there: only then can something hold for all records. */
  isComplete: boolean
}

const MOST_VALUES = 24
const USUAL_TIME = '2026-06-01T12:00:00.000Z'
/** No record is older or newer. */
const [EARLIEST, LATEST] = ['2024-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z']

export interface RecordSource {
  engine: RuleEngine
  schema: ScannedSchema
  terms: RuleTerms
  /** Most records. */
  most: number
}

/** Records of one maker, in which templates stand for values of these people. */
export function recordsOf(
  { engine, schema, terms, most }: RecordSource,
  maker: RuleUser,
  people: readonly RuleUser[],
): Tried {
  let isComplete = true
  const choices = [...terms.fields].map(([name, compared]) => {
    const values = distinct(valuesFor(engine, schema, name, compared, people))
    if (values.length > MOST_VALUES) isComplete = false
    return { name, values: values.slice(0, MOST_VALUES) }
  })
  const total = choices.reduce(
    (product, { values }) => Math.min(product * Math.max(values.length, 1), 1e9),
    1,
  )
  if (total > most) isComplete = false
  const count = Math.min(total, most)
  const records: RuleRecord[] = []
  for (let index = 0; index < count; index++)
    records.push(recordAt(choices, maker, total > most ? scattered(index) : index))
  return { records, isComplete }
}

interface Choice {
  name: string
  values: (Json | undefined)[]
}

function recordAt(choices: readonly Choice[], maker: RuleUser, index: number): RuleRecord {
  const record: RuleRecord = {
    id: 'rec_tried',
    created_by: maker.email,
    created_by_id: maker.id,
    created_date: USUAL_TIME,
    updated_date: USUAL_TIME,
    is_sample: false,
    data: {},
  }
  let rest = index
  for (const { name, values } of choices) {
    const value = values[rest % values.length]
    rest = Math.floor(rest / values.length)
    if (value === undefined) continue
    if (name.startsWith('data.')) setIn(record.data, name.slice('data.'.length).split('.'), value)
    else Object.assign(record, { [name]: value })
  }
  return record
}

/** The same numbers every time, far apart: the same input gives the same output. */
function scattered(index: number): number {
  const mixed = Math.imul(index + 1, 2_654_435_761) >>> 0
  return mixed * 1_048_583 + (Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519) >>> 0)
}

/** The record with another value in a field. */
export function withValue(record: RuleRecord, path: string, value: Json | undefined): RuleRecord {
  return { ...record, data: valueIn(record.data, path.split('.'), value ?? null) }
}

/** A copy, as far as it differs. */
function valueIn(data: Values, [name = '', ...rest]: readonly string[], value: Json): Values {
  const copy = { ...data }
  const inside = Object.hasOwn(data, name) && isObject(data[name]) ? (data[name] as Values) : {}
  setIn(copy, [name], rest.length === 0 ? value : valueIn(inside, rest, value))
  return copy
}

function setIn(data: Values, path: readonly string[], value: Json): void {
  let inside = data
  for (const name of path.slice(0, -1)) {
    const next = Object.hasOwn(inside, name) && isObject(inside[name]) ? (inside[name] as Values) : {}
    Object.defineProperty(inside, name, { value: next, enumerable: true, configurable: true, writable: true })
    inside = next
  }
  const last = path.at(-1) ?? ''
  Object.defineProperty(inside, last, { value, enumerable: true, configurable: true, writable: true })
}

/** What could stand in a field, as far as it makes a difference; undefined: nothing. */
export function valuesFor(
  engine: RuleEngine,
  schema: ScannedSchema,
  name: string,
  compared: Compared,
  people: readonly RuleUser[],
): (Json | undefined)[] {
  const given = (values: readonly Json[]) =>
    values.flatMap((value) =>
      hasTemplate(value) ? people.map((user) => expanded(value, (one) => attributeOf(user, one))) : [value],
    )
  if (!name.startsWith('data.'))
    return ownValues(name, [...given(compared.values), ...given(compared.bounds)])
  const path = name.slice('data.'.length)
  const property = placeNamed(schema, path)?.property ?? {}
  const top = path.includes('.') ? null : path
  const fits = (value: Json) => top === null || engine.fits(schema, { [top]: value })
  const ofPeople = [...compared.values, ...compared.elements].filter(hasTemplate)
  const scalars = [...compared.values, ...compared.bounds.flatMap(around), ...usualValues(property)]
  const types = property.type === undefined ? null : [property.type].flat()
  const mayBeList = types === null || types.includes('array')
  const elements = given([...compared.elements, ...compared.values])
  const lists: Json[] = mayBeList
    ? [
        ...elements.map((one) => [one]),
        ...(elements.length > 1 ? [elements] : []),
        ...compared.sizes.filter((size) => size >= 0 && size < 50).map((size) => Array<Json>(size).fill('x')),
        [],
        ['something else'],
      ]
    : []
  const isListOnly = types?.every((type) => type === 'array') ?? false
  const plain = isListOnly ? [] : scalars.filter((value) => !hasTemplate(value)).filter(fits)
  const listed = lists.filter((list) => fits(list) || ofPeople.length > 0)
  const templated = isListOnly ? [] : given(compared.values.filter(hasTemplate))
  const isRequired = top !== null && Array.isArray(schema.required) && schema.required.includes(top)
  const all: (Json | undefined)[] = [...templated, ...plain, ...listed]
  return isRequired && all.length > 0 ? all : [undefined, ...all]
}

/** What else a field usually holds: also what no rule asks for. */
function usualValues(property: Record<string, unknown>): Json[] {
  if (Array.isArray(property.enum)) return property.enum as Json[]
  if (property.const !== undefined) return [property.const as Json]
  const types = property.type === undefined ? ['string'] : [property.type].flat()
  const values: Json[] = []
  if (types.includes('boolean')) values.push(true, false)
  if (types.includes('number') || types.includes('integer')) values.push(987_654_321, -987_654_321, 0)
  if (types.includes('string')) values.push('something else', '2026-06-01', 'someone.else@people.invalid')
  return values
}

function around(bound: string | number): Json[] {
  return typeof bound === 'number' ? [bound - 1, bound, bound + 1] : [bound, `${bound}~`, '!']
}

function ownValues(name: string, compared: readonly Json[]): (Json | undefined)[] {
  if (name === 'is_sample') return [false]
  const texts = compared.filter((value) => typeof value === 'string')
  // Undefined leaves what the record has.
  if (!name.endsWith('_date'))
    return [undefined, ...(name === 'id' ? texts : texts.filter((one) => !isOfPeople(one)))]
  const times = texts.map((text) => Date.parse(text)).filter(Number.isFinite)
  const near = times.flatMap((time) => [time - 1_000, time + 1_000]).filter((time) => Math.abs(time) < 8e15)
  return [
    undefined,
    ...near.map((time) => new Date(time).toISOString()).filter((time) => time > EARLIEST && time < LATEST),
  ]
}

/** Who made a record is tried by its maker. */
function isOfPeople(value: string): boolean {
  return value.endsWith('@people.invalid') || value.startsWith('usr_tried_')
}

function distinct(values: readonly (Json | undefined)[]): (Json | undefined)[] {
  return [...new Map(values.map((value) => [JSON.stringify(value) ?? '', value])).values()]
}
