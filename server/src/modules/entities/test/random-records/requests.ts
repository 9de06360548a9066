/** One random request each: sent to the server, foretold by the model; returns what is wrong, or null. */
import { isDeepStrictEqual } from 'node:util'
import type { Chance } from '../../../../../test/chance.ts'
import {
  ENTITIES,
  type ModelEntity,
  type ModelRecord,
  type ModelUser,
  refusedFields,
  type Value,
  visibleData,
} from './model.ts'
import { fitting, someValues, unfit } from './values.ts'
import { type Actor, type Answer, modelOf, type Sent, type World, withoutNulls } from './world.ts'

export interface Try {
  answer: Answer
  sent: Sent
  wrong: string | null
}

export type Request = (world: World, chance: Chance) => Promise<Try>

interface Scene {
  entity: ModelEntity
  actor: Actor
  /** As the rules see them; past the rules everything is allowed. */
  may: Rules
  headers: Record<string, string>
  records: Map<string, ModelRecord>
}

interface Rules {
  row(operation: 'create' | 'read' | 'update' | 'delete', record: ModelRecord): boolean
  refused(record: ModelRecord, sent: Values, operation: 'create' | 'update'): string[]
  visible(record: ModelRecord): Values
}

type Values = { [field: string]: Value }
type Outcome = { status: number; code?: string; fields?: string[] }

const refusal = (status: number, code: string): Outcome => ({ status, code })
const NOT_FOUND = refusal(404, 'record_not_found')
const ROW_REFUSED = refusal(403, 'row_rule_refused')
const INVALID = refusal(422, 'validation_error')

function sceneFor(world: World, chance: Chance): Scene {
  const entity = chance.one(ENTITIES)
  const actor = chance.one(world.actors)
  const isBypassing = actor.canEdit && chance.percent(5)
  return {
    entity,
    actor,
    may: isBypassing ? EVERYTHING : rulesOf(entity, actor.user),
    headers: isBypassing ? { 'x-bypass-rls': 'true' } : {},
    records: world.records.get(entity.name) as Map<string, ModelRecord>,
  }
}

const EVERYTHING: Rules = { row: () => true, refused: () => [], visible: ({ data }) => data }

const rulesOf = (entity: ModelEntity, user: ModelUser): Rules => ({
  row: (operation, record) => entity.rows[operation](user, record),
  refused: (record, sent, operation) => refusedFields(entity, user, record, sent, operation),
  visible: (record) => visibleData(entity, user, record),
})

const get: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const id = someId(chance, records)
  const sent = { actor, method: 'GET', path: `/${entity.name}/${id}`, headers }
  const answer = await world.send(sent)
  const record = records.get(id)
  const isSeen = record && may.row('read', record)
  return { sent, answer, wrong: isSeen ? unlikeRecord(answer, may, record) : unlike(answer, NOT_FOUND) }
}

const list: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const [field, value] = someFilter(chance, entity, world)
  const isHidden =
    entity.fields[field] && !entity.fields[field].read(actor.user, NOBODYS) && !headers['x-bypass-rls']
  const sort = chance.one(['', '&sort=n', '&sort=-created_date', '&sort=title'])
  const q = field === '' ? {} : { [field]: value }
  const isCounted = chance.percent(30)
  const path = `/${entity.name}${isCounted ? '/count' : ''}?q=${encodeURIComponent(JSON.stringify(q))}`
  const sent = { actor, method: 'GET', path: isCounted ? path : `${path}&limit=5000${sort}`, headers }
  const answer = await world.send(sent)
  if (isHidden) return { sent, answer, wrong: unlike(answer, INVALID) }
  const expected = [...records.values()].filter(
    (record) => may.row('read', record) && fits(record, field, value),
  )
  if (answer.status !== 200) return { sent, answer, wrong: 'should be 200' }
  if (isCounted) {
    const wrong = answer.body.count === expected.length ? null : `should count ${expected.length}`
    return { sent, answer, wrong }
  }
  const found = new Map<string, Record<string, unknown>>(
    answer.body.map((record: { id: string }) => [record.id, record]),
  )
  const wrong =
    found.size === expected.length
      ? expected.map((record) => unlikeValues(found.get(record.id), may, record)).find((one) => one !== null)
      : `should be ${expected.length} records, not ${found.size}`
  return { sent, answer, wrong: wrong ?? unsorted(answer.body, sort) }
}

const create: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const isMany = chance.percent(20)
  const all = Array.from({ length: isMany ? 1 + chance.below(4) : 1 }, () => newValues(world, chance, entity))
  const path = `/${entity.name}${isMany ? '/bulk' : ''}`
  const body = isMany ? all.map(({ values }) => values) : all[0]?.values
  const sent = { actor, method: 'POST', path, headers, body }
  const answer = await world.send(sent)
  const made = all.map(({ values }) => ({
    id: '',
    created_by: actor.user?.email ?? 'anonymous',
    created_by_id: actor.user?.id ?? 'anonymous',
    data: { ...entity.defaults, ...(values as Values) },
  }))
  const refused = all.some(({ isFit }) => !isFit)
    ? INVALID
    : firstRefusal(made.map((record) => refusedCreation(may, record)))
  if (refused) return { sent, answer, wrong: unlike(answer, refused) }
  if (answer.status !== 200) return { sent, answer, wrong: 'should be 200' }
  const answered = isMany ? answer.body : [answer.body]
  const wrong = made.map((record, index) => {
    const stored = { ...record, id: answered[index]?.id }
    records.set(stored.id, stored)
    return unlikeWritten(answered[index], may, stored)
  })
  return { sent, answer, wrong: wrong.find((one) => one !== null) ?? null }
}

const update: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const id = someId(chance, records)
  const values = someValues(chance, entity, world.emails)
  const isFit = !chance.percent(10) || !spoil(chance, entity, values)
  const sent = { actor, method: 'PUT', path: `/${entity.name}/${id}`, headers, body: values }
  const answer = await world.send(sent)
  const record = records.get(id)
  const refused = isFit ? (record ? refusedUpdate(may, record, values) : NOT_FOUND) : INVALID
  if (refused || !record) return { sent, answer, wrong: unlike(answer, refused ?? NOT_FOUND) }
  const stored = { ...record, data: { ...record.data, ...values } }
  records.set(id, stored)
  const wrong = answer.status === 200 ? unlikeWritten(answer.body, may, stored) : 'should be 200'
  return { sent, answer, wrong }
}

const updateSeveral: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const ids = [...new Set(Array.from({ length: 1 + chance.below(4) }, () => someId(chance, records)))]
  const all = ids.map((id) => ({ id, ...someValues(chance, entity, world.emails) }))
  const sent = { actor, method: 'PUT', path: `/${entity.name}/bulk`, headers, body: all }
  const answer = await world.send(sent)
  const refusals = all.map(({ id, ...values }) => {
    const record = records.get(id)
    return record ? refusedUpdate(may, record, values as Values) : NOT_FOUND
  })
  const refused = firstRefusal(refusals)
  if (refused) return { sent, answer, wrong: unlike(answer, refused) }
  for (const { id, ...values } of all) {
    const record = records.get(id) as ModelRecord
    records.set(id, { ...record, data: { ...record.data, ...(values as Values) } })
  }
  return { sent, answer, wrong: answer.status === 200 ? null : 'should be 200' }
}

const updateMatching: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const query = { n: chance.below(101) }
  const values = { n: chance.below(101), flag: chance.percent(50) }
  const body = { query, data: { $set: values } }
  const sent = { actor, method: 'PATCH', path: `/${entity.name}/update-many`, headers, body }
  const answer = await world.send(sent)
  const those = [...records.values()].filter(
    (record) => record.data.n === query.n && may.row('read', record) && may.row('update', record),
  )
  for (const record of those) records.set(record.id, { ...record, data: { ...record.data, ...values } })
  const expected = { success: true, updated: those.length, has_more: false }
  const isRight = answer.status === 200 && isDeepStrictEqual(answer.body, expected)
  return { sent, answer, wrong: isRight ? null : `should be ${JSON.stringify(expected)}` }
}

const remove: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const id = someId(chance, records)
  const sent = { actor, method: 'DELETE', path: `/${entity.name}/${id}`, headers }
  const answer = await world.send(sent)
  const record = records.get(id)
  if (!record) return { sent, answer, wrong: unlike(answer, NOT_FOUND) }
  if (!may.row('delete', record)) return { sent, answer, wrong: unlike(answer, ROW_REFUSED) }
  records.delete(id)
  return { sent, answer, wrong: answer.status === 200 ? null : 'should be 200' }
}

const removeMatching: Request = async (world, chance) => {
  const { entity, actor, may, headers, records } = sceneFor(world, chance)
  const query = { n: chance.below(101) }
  const sent = { actor, method: 'DELETE', path: `/${entity.name}`, headers, body: query }
  const answer = await world.send(sent)
  const those = [...records.values()].filter(
    (record) => record.data.n === query.n && may.row('read', record) && may.row('delete', record),
  )
  for (const { id } of those) records.delete(id)
  const isRight = answer.status === 200 && answer.body.deleted === those.length
  return { sent, answer, wrong: isRight ? null : `should delete ${those.length}` }
}

/** Those who cannot edit the app do not get past its rules. */
const bypass: Request = async (world, chance) => {
  const { entity, records } = sceneFor(world, chance)
  const actor = chance.one(world.actors.filter(({ canEdit }) => !canEdit))
  const path = `/${entity.name}/${someId(chance, records)}`
  const sent = { actor, method: chance.one(['GET', 'DELETE']), path, headers: { 'x-bypass-rls': 'true' } }
  const answer = await world.send(sent)
  return { sent, answer, wrong: unlike(answer, refusal(403, 'editor_required')) }
}

/** So many of a hundred each; the rest is nonsense. */
export const REQUESTS: readonly [percent: number, request: Request][] = [
  [14, get],
  [16, list],
  [20, create],
  [24, update],
  [4, updateSeveral],
  [3, updateMatching],
  [5, remove],
  [2, removeMatching],
  [2, bypass],
]

const NOBODYS: ModelRecord = { id: '', created_by: '', created_by_id: '', data: {} }

function someId(chance: Chance, records: ReadonlyMap<string, ModelRecord>): string {
  if (records.size === 0 || chance.percent(5)) return 'rec_nowhere'
  return chance.one([...records.keys()])
}

/** One field must be exactly this; or none. */
function someFilter(chance: Chance, entity: ModelEntity, world: World): [string, Value] {
  const fields = Object.keys(entity.schema.properties).filter((field) => field !== 'tags')
  const field = chance.one(['', '', ...fields])
  return [field, field === '' ? null : fitting(chance, field, world.emails)]
}

function fits({ data }: ModelRecord, field: string, value: Value): boolean {
  return field === '' || (data[field] ?? null) === value
}

function newValues(world: World, chance: Chance, entity: ModelEntity) {
  const values: Record<string, unknown> = {
    ...someValues(chance, entity, world.emails),
    title: fitting(chance, 'title', world.emails),
  }
  if (!chance.percent(10)) return { values, isFit: true }
  if (chance.percent(30)) delete values.title
  else spoil(chance, entity, values)
  return { values, isFit: false }
}

/** Puts something in that does not fit. */
function spoil(chance: Chance, entity: ModelEntity, values: Record<string, unknown>): true {
  const field = chance.one(Object.keys(entity.schema.properties))
  values[field] = unfit(chance, field)
  return true
}

function refusedCreation(may: Rules, record: ModelRecord): Outcome | null {
  if (!may.row('create', record)) return ROW_REFUSED
  const fields = may.refused(record, record.data, 'create')
  return fields.length > 0 ? { ...refusal(403, 'field_rule_refused'), fields } : null
}

function refusedUpdate(may: Rules, record: ModelRecord, values: Values): Outcome | null {
  if (!may.row('update', record)) return ROW_REFUSED
  const fields = may.refused(record, values, 'update')
  return fields.length > 0 ? { ...refusal(403, 'field_rule_refused'), fields } : null
}

function firstRefusal(refusals: readonly (Outcome | null)[]): Outcome | null {
  return refusals.find((one) => one !== null) ?? null
}

function unlike({ status, body }: Answer, expected: Outcome): string | null {
  const fields = expected.fields && [...expected.fields].sort()
  const isRight =
    status === expected.status &&
    body.code === expected.code &&
    (!fields || isDeepStrictEqual([...body.fields].sort(), fields))
  return isRight ? null : `should be ${JSON.stringify(expected)}`
}

function unlikeRecord({ status, body }: Answer, may: Rules, record: ModelRecord): string | null {
  return status === 200 ? unlikeValues(body, may, record) : 'should be 200'
}

/** Who may not read what they wrote gets its id and no more. */
function unlikeWritten(sent: Record<string, unknown>, may: Rules, record: ModelRecord): string | null {
  if (may.row('read', record)) return unlikeValues(sent, may, record)
  const isBare = isDeepStrictEqual(Object.keys(sent).sort(), ['id', 'updated_date'])
  return isBare ? null : 'should have only id and updated_date'
}

function unlikeValues(sent: Record<string, unknown> | undefined, may: Rules, record: ModelRecord) {
  if (!sent) return `should have ${record.id}`
  const found = modelOf(sent)
  const expected = withoutNulls(may.visible(record))
  const isRight =
    found.id === record.id &&
    found.created_by_id === record.created_by_id &&
    isDeepStrictEqual(withoutNulls(found.data), expected)
  return isRight ? null : `${record.id} should be ${JSON.stringify(expected)}`
}

function unsorted(records: readonly Record<string, unknown>[], sort: string): string | null {
  const keys = records.map((record) => record[sort === '&sort=n' ? 'n' : 'created_date'] ?? null)
  if (sort === '&sort=title') return null
  const isRising = sort === '&sort=n'
  const there = keys.filter((key) => key !== null)
  const isLast = keys.slice(there.length).every((key) => key === null)
  const isOrdered = there.every((key, index) => {
    const before = there[index - 1] as typeof key | undefined
    return before === undefined || (isRising ? Number(before) <= Number(key) : String(before) >= String(key))
  })
  return isOrdered && isLast ? null : 'should be sorted'
}
