/** The small languages that requests hold: filters, sorts, changes, sums, schemas with rules, files of records. */
import type { Chance } from '../chance.ts'
import { HOSTILE_DATES, hostileNumber, hostileText, hostileValue, ownEntries, toJson } from './hostile.ts'

const ADMIN = { user_condition: { role: 'admin' } }

/** A field of every kind. */
export const THING = {
  type: 'object',
  description: 'the usual one',
  properties: {
    title: { type: 'string', maxLength: 200, index: true },
    n: { type: 'integer' },
    score: { type: 'number' },
    flag: { type: 'boolean', default: false },
    day: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time', index: true },
    tags: { type: 'array', items: { type: 'string' } },
    marks: { type: 'array', items: { type: 'number' } },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } },
    },
    home: { type: 'object', properties: { city: { type: 'string' }, door: { type: 'integer' } } },
    loose: { type: 'object' },
    anything: {},
    mixed: { type: ['string', 'number', 'null'] },
    secret: { type: 'string', rls: { read: ADMIN, write: ADMIN } },
  },
  rls: { read: { $or: [ADMIN, { 'data.title': { $ne: 'hidden' } }] }, create: true },
  indexes: [['n', 'moment']],
}
const DATA_FIELDS = Object.keys(THING.properties)
const OWN_FIELDS = ['id', 'created_by', 'created_by_id', 'created_date', 'updated_date', 'is_sample']
const PATHS = ['home.city', 'home.door', 'lines.n', 'lines.0.name', 'tags.0', 'loose.a.b', 'anything.x']

export function field(chance: Chance): string {
  if (chance.percent(4)) return hostileText(chance)
  if (chance.percent(20)) return chance.one(OWN_FIELDS)
  return chance.one(chance.percent(15) ? PATHS : DATA_FIELDS)
}

const WORDS = ['a', 'bee', 'Zoë', 'hidden', '', '日本', 'o’clock', '%', '_']
const TIMES = ['2026-01-01T00:00:00Z', '2026-03-29T02:30:00+01:00', '1999-12-31T23:59:59.999Z', '2026-02-28']
export const time = (chance: Chance): string => chance.one(chance.percent(80) ? TIMES : HOSTILE_DATES)

/** What may stand in the field. */
function valueFor(chance: Chance, name: string): unknown {
  const word = () => chance.one(WORDS)
  const few = (draw: () => unknown) => Array.from({ length: chance.below(4) }, draw)
  const kinds: Record<string, () => unknown> = {
    n: () => chance.below(200) - 100,
    score: () => (chance.percent(20) ? hostileNumber(chance) : chance.below(1_000) / 8),
    flag: () => chance.percent(50),
    is_sample: () => chance.percent(50),
    day: () => '2026-05-04',
    moment: () => time(chance),
    created_date: () => time(chance),
    updated_date: () => time(chance),
    tags: () => few(word),
    marks: () => few(() => chance.below(100)),
    lines: () => few(() => ({ name: word(), n: chance.below(9) })),
    home: () => ({ city: word(), door: chance.below(9) }),
    loose: () => ({ a: { b: chance.below(3) } }),
    anything: () => hostileValue(chance),
    mixed: () => chance.one<unknown>([word(), 1, null]),
    'home.door': () => chance.below(9),
  }
  return ((Object.hasOwn(kinds, name) && kinds[name]) || word)()
}

/** A value that is near to what the field holds. */
const operand = (chance: Chance, name: string): unknown =>
  chance.percent(85) ? valueFor(chance, name) : hostileValue(chance, 1)

export function record(chance: Chance): Record<string, unknown> {
  const names = DATA_FIELDS.filter((name) => name !== 'secret' && chance.percent(35))
  return ownEntries(names.map((name) => [name, valueFor(chance, name)]))
}

const list = <T>(chance: Chance, most: number, draw: () => T): T[] =>
  Array.from({ length: chance.below(most + 1) }, draw)

const OPERATORS: Record<string, (chance: Chance, name: string, depth: number) => unknown> = {
  $eq: operand,
  $ne: operand,
  $gt: operand,
  $gte: operand,
  $lt: operand,
  $lte: operand,
  $in: (chance, name) => list(chance, 3, () => operand(chance, name)),
  $nin: (chance, name) => list(chance, 3, () => operand(chance, name)),
  $all: (chance, name) => list(chance, 3, () => operand(chance, name)),
  $exists: (chance) => chance.percent(90) === chance.percent(50),
  $regex: (chance) => chance.one(['^a', 'o.*k$', '[a-c]+', 'é', '(a|b)*c', hostileText(chance)]),
  $size: (chance) => (chance.percent(60) ? chance.below(4) : hostileNumber(chance)),
  $elemMatch: (chance, name, depth) =>
    chance.percent(50) ? operators(chance, name, depth - 1) : filter(chance, depth - 1),
  $not: (chance, name, depth) => operators(chance, name, depth - 1),
}

function operators(chance: Chance, name: string, depth: number): Record<string, unknown> {
  const names = Object.keys(OPERATORS).slice(0, depth > 0 ? undefined : -2)
  const chosen = list(chance, 1, () => chance.one(names))
  return ownEntries([chance.one(names), ...chosen].map((key) => [key, OPERATORS[key]?.(chance, name, depth)]))
}

export function filter(chance: Chance, depth = 3): Record<string, unknown> {
  return ownEntries(
    list(chance, 2, () => {
      if (depth > 0 && chance.percent(20)) {
        return [chance.one(['$and', '$or', '$nor']), [1, 2].map(() => filter(chance, depth - 1))] as const
      }
      const name = field(chance)
      return [name, chance.percent(35) ? operand(chance, name) : operators(chance, name, depth)] as const
    }),
  )
}

export const sort = (chance: Chance): string =>
  `${chance.one(['', '-', '-', '--', '+'])}${field(chance)}${chance.percent(10) ? `,${field(chance)}` : ''}`
export const fields = (chance: Chance): string => ['id', ...list(chance, 3, () => field(chance))].join()

const NUMBERS = ['n', 'score', 'home.door', 'anything']
const LISTS = ['tags', 'marks', 'lines', 'anything']
/** Fields that hold what the operator works on. */
const USUAL_TARGETS: Record<string, readonly string[]> = {
  $inc: NUMBERS,
  $mul: NUMBERS,
  $min: [...NUMBERS, 'moment'],
  $max: [...NUMBERS, 'day'],
  $currentDate: ['moment', 'day'],
  $addToSet: LISTS,
  $push: LISTS,
  $pull: LISTS,
}

/** A body of `records.update_many`. */
export function changes(chance: Chance): object {
  const change = (): readonly [string, object] => {
    const operator = chance.one(
      '$set $unset $rename $inc $mul $min $max $currentDate $addToSet $push $pull'.split(' '),
    )
    const name = chance.percent(70) ? chance.one(USUAL_TARGETS[operator] ?? DATA_FIELDS) : field(chance)
    const values: Record<string, () => unknown> = {
      $unset: () => chance.one([true, '', 1]),
      $rename: () => field(chance),
      $inc: () => chance.one([1, -3, 0.5, hostileNumber(chance)]),
      $mul: () => chance.one([2, 0, 0.1, hostileNumber(chance)]),
      $currentDate: () => chance.one<unknown>([true, { $type: 'date' }, { $type: 'timestamp' }]),
      $addToSet: () => chance.one([valueFor(chance, 'title'), { $each: [1, 'a'] }, hostileValue(chance)]),
      $push: () => chance.one([valueFor(chance, 'n'), { $each: ['b'] }, hostileValue(chance)]),
      $pull: () => chance.one([valueFor(chance, 'title'), operators(chance, name, 1)]),
    }
    return [operator, { [name]: (values[operator] ?? (() => operand(chance, name)))() }]
  }
  return { query: filter(chance, 1), data: ownEntries([change(), ...list(chance, 1, change)]) }
}

/** A body of `records.aggregate`. */
export function aggregate(chance: Chance): object {
  const one = () => (chance.percent(85) ? chance.one(DATA_FIELDS.slice(0, -1)) : field(chance))
  const some = () => (chance.percent(60) ? one() : [one(), one()])
  const of = chance.one(['n', 'score', 'moment', 'title'])
  const key = () => chance.one(['count', '-count', '-count', 'count', `sum_${of}`, 'title'])
  const parts: Record<string, () => unknown> = {
    query: () => filter(chance, 2),
    groupBy: some,
    dateBucket: () => ({
      field: chance.one(['moment', 'created_date', 'day', 'anything', field(chance)]),
      unit: chance.one(['day', 'week', 'month', 'year']),
    }),
    count: () => chance.percent(80),
    sum: () => (chance.percent(85) ? chance.one(['n', 'score', 'mixed', 'home.door']) : some()),
    avg: () => (chance.percent(85) ? chance.one(['n', 'score', ['n', 'home.door']]) : some()),
    min: () => (chance.percent(85) ? chance.one(['moment', 'title', 'mixed', 'created_date']) : some()),
    max: () => (chance.percent(85) ? chance.one(['day', 'n', ['title', 'home.city']]) : some()),
    countDistinct: () => chance.one(['title', 'tags', 'anything', some()]),
    having: () => ({ count: chance.percent(50) ? { $gte: 0 } : operators(chance, 'n', 1) }),
    sort: () => (chance.percent(50) ? key() : [key(), key()]),
    limit: () => 1 + chance.below(1_000),
  }
  const chosen = Object.entries(parts).filter(() => chance.percent(30))
  return ownEntries(chosen.map(([name, draw]) => [name, draw()]))
}

/** A condition of a row or field rule. */
function rule(chance: Chance, depth = 2): unknown {
  const kind = chance.below(10)
  if (kind < 3) return chance.one([true, false, null, {}])
  if (kind < 5)
    return { user_condition: { [chance.one(['role', 'email', 'id', 'data.team'])]: chance.one(WORDS) } }
  if (kind < 7 && depth > 0)
    return { [chance.one(['$and', '$or', '$nor'])]: [rule(chance, depth - 1), rule(chance, depth - 1)] }
  const name = field(chance)
  const template = chance.one(['{{user.email}}', '{{user.id}}', '{{user.data.team}}', '{{user.nothing}}'])
  const place = OWN_FIELDS.includes(name) ? name : `data.${name}`
  return { [place]: chance.percent(40) ? template : operators(chance, name, 1) }
}

function rules(chance: Chance): object {
  const names = ['create', 'read', 'update', 'delete', 'write'].filter(() => chance.percent(35))
  return ownEntries(names.map((name) => [name, rule(chance)]))
}

function property(chance: Chance, depth = 2): object {
  const type = chance.one(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
  const more: Record<string, () => unknown> = {
    enum: () => [hostileValue(chance, 0), 'a', 1],
    default: () => chance.one<unknown>(['a', 1, true, null, [], hostileValue(chance)]),
    format: () => chance.one(['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'nonsense']),
    minLength: () => chance.below(3),
    maxLength: () => chance.one([1, 10, hostileNumber(chance)]),
    pattern: () => chance.one(['^a', '\\d+', hostileText(chance)]),
    minimum: () => chance.one([0, -1, hostileNumber(chance)]),
    maximum: () => chance.one([9, hostileNumber(chance)]),
    items: () => property(chance, depth - 1),
    properties: () => ({ a: property(chance, depth - 1), [field(chance)]: property(chance, 0) }),
    rls: () => rules(chance),
    index: () => true,
    description: () => hostileText(chance),
  }
  const chosen = Object.entries(more).filter(([name]) => {
    const isDeep = name === 'items' || name === 'properties'
    return chance.percent(isDeep && depth < 1 ? 0 : 8)
  })
  return {
    type: chance.percent(85) ? type : [type, 'null'],
    ...ownEntries(chosen.map(([name, draw]) => [name, draw()])),
  }
}

/** A schema; half of them are the usual one with something changed. */
export function schema(chance: Chance): object {
  const usual = chance.percent(50) ? THING.properties : {}
  const name = () => (chance.percent(90) ? chance.one(DATA_FIELDS) : field(chance))
  const added = list(chance, 3, () => [name(), property(chance)] as const)
  return {
    type: 'object',
    properties: { ...usual, ...ownEntries(added) },
    ...(chance.percent(20) && { required: list(chance, 2, name) }),
    ...(chance.percent(50) && { rls: rules(chance) }),
    ...(chance.percent(20) && { indexes: [list(chance, 3, name)] }),
  }
}

/** JSON Schema as models and extraction take it. */
export const jsonSchema = (chance: Chance): object =>
  chance.percent(60)
    ? { type: 'object', properties: { title: { type: 'string' }, n: { type: 'number' } } }
    : {
        type: chance.one(['object', 'array', 'string']),
        items: property(chance),
        properties: { a: property(chance) },
      }

/** A file of records, in one of its formats, more or less. */
export function recordFile(chance: Chance): { name: string; text: string } {
  const records = [record(chance), record(chance), ...list(chance, 3, () => record(chance))]
  const cell = () => (chance.percent(15) ? hostileText(chance) : chance.one(['1', 'a', '"x,y"', 'true', '']))
  const csv = ['title,n,moment', ...list(chance, 4, () => [cell(), cell(), cell()].join())].join('\n')
  return chance.one([
    { name: 'a.json', text: toJson(records) },
    { name: 'a.jsonl', text: records.map((one) => toJson(one)).join('\n') },
    { name: 'a.csv', text: csv },
    { name: hostileText(chance), text: chance.one([csv, hostileText(chance), '[{]', 'a;b\n1']) },
  ])
}
