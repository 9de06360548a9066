/** Requests that make no sense, or nearly none: they must be refused, or change what they say, and never break. */
import fc from 'fast-check'
import type { Chance } from '../../../../../test/chance.ts'
import { ENTITIES } from './model.ts'
import type { Request } from './requests.ts'

const NAMES = [
  ...ENTITIES.map(({ name }) => name),
  'Nothing',
  '__proto__',
  'constructor',
  'User',
  '%00',
  '%ff',
  'a'.repeat(70),
  '..',
  'Op%65n',
]
const ENDS = [
  '',
  '/',
  '/count',
  '/bulk',
  '/upsert',
  '/update-many',
  '/aggregate',
  '/v2/list',
  '/import',
  '/export',
]
const IDS = ['/rec_1', '/__proto__', '/%2e%2e', '/%00', `/${'x'.repeat(300)}`, "/';--", '/undefined']
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const OPERATORS =
  '$eq $ne $gt $gte $lt $lte $in $nin $exists $regex $all $size $elemMatch $not $and $or $nor $where'.split(
    ' ',
  )
const RAW = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  '{"a":1,"a":2}',
  '['.repeat(2000),
  '\u0000',
  '{"__proto__":{"x":1}}',
]

export const nonsense: Request = async (world, chance) => {
  const actor = chance.one(world.actors)
  const path = `/${chance.one(NAMES)}${chance.one(chance.percent(60) ? ENDS : IDS)}${query(chance)}`
  const method = chance.one(METHODS)
  const hasBody = method !== 'GET' && chance.percent(80)
  const sent = {
    actor,
    method,
    path,
    headers: chance.percent(10) ? { 'x-bypass-rls': chance.one(['true', 'false', 'TRUE', '1']) } : {},
    ...(hasBody && (chance.percent(40) ? { raw: chance.one(RAW) } : { body: someJson(chance) })),
  }
  const answer = await world.send(sent)
  const { status, body } = answer
  const isWellFormed = status < 400 || (typeof body.code === 'string' && typeof body.message === 'string')
  return { sent, answer, wrong: isWellFormed ? null : 'should say what is wrong' }
}

function query(chance: Chance): string {
  if (chance.percent(40)) return ''
  const parts = Array.from({ length: 1 + chance.below(3) }, () => {
    const name = chance.one([
      'q',
      'sort',
      'limit',
      'skip',
      'fields',
      'cursor',
      'distinct',
      'title',
      'n',
      '$where',
      '',
    ])
    const value = name === 'q' ? JSON.stringify(someFilter(chance, 3)) : chance.one(TEXTS)
    return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  })
  return `?${parts.join('&')}`
}

const TEXTS = [
  '',
  '0',
  '-1',
  '1e9',
  'NaN',
  'title',
  '-n',
  '-',
  '..',
  'a.b.c',
  '\u0000',
  '(a+)+$',
  '{}',
  'x'.repeat(500),
]

function someFilter(chance: Chance, depth: number): unknown {
  const leaf = chance.one([null, 1, -1.5, true, 'a', '(a+)+$', '[', [], {}, ['a', 1], '{{user.id}}'])
  if (depth === 0 || chance.percent(20)) return leaf
  const key = chance.one([...OPERATORS, 'title', 'n', 'tags', 'secret', 'created_by', '__proto__', 'a.b'])
  const value = chance.percent(30) ? [someFilter(chance, depth - 1)] : someFilter(chance, depth - 1)
  return Object.fromEntries([[key, value]])
}

/** Any JSON at all, or something near to a body. */
function someJson(chance: Chance): unknown {
  const seed = chance.below(2 ** 31)
  const [any] = fc.sample(fc.jsonValue({ maxDepth: 4 }), { seed, numRuns: 1 })
  return chance.one([
    any,
    { query: someFilter(chance, 2), data: { $set: any, $inc: { n: any } } },
    { records: [any], key: chance.one(['title', 'n', '', '__proto__']) },
    { groupBy: any, count: any, query: someFilter(chance, 2), limit: any },
    [any, { id: any }],
    { title: any, n: any, secret: any, id: 'rec_1', created_by: 'x' },
  ])
}
