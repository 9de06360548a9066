/** A value that fits a schema, made without a model: the same for the same schema and words. */
import { createHash } from 'node:crypto'

type Schema = Record<string, unknown>

const DEEPEST = 12
const MOST_ITEMS = 100
/** Of the value and of the schema: lists inside lists would grow without end. */
const MOST_STEPS = 10_000

/** It says where it comes from: texts repeat the question. Whether it really fits is the caller's to check. */
export function exampleValue(schema: object, words: string): unknown {
  const root = schema as Schema
  const said = words.replace(/\s+/g, ' ').trim().slice(0, 60).toWellFormed()
  const seed = createHash('sha256').update(words).digest()
  let drawn = 0
  let steps = 0
  const draw = (below: number) => (seed[drawn++ % seed.length] ?? 0) % below

  const make = (sent: unknown, depth: number): unknown => {
    if (++steps > MOST_STEPS || depth > DEEPEST || typeof sent !== 'object' || sent === null) return null
    const one = resolve(sent as Schema)
    if ('const' in one) return one.const
    if (Array.isArray(one.enum) && one.enum.length > 0) return one.enum[draw(one.enum.length)]
    if ('default' in one) return one.default
    switch (typeOf(one)) {
      case 'object':
        return makeObject(one, depth)
      case 'array':
        return makeArray(one, depth)
      case 'string':
        return makeText(one, said)
      case 'integer':
        return makeNumber(one, 1, draw(100))
      case 'number':
        return makeNumber(one, 0, draw(100))
      case 'boolean':
        return draw(2) === 1
      default:
        return null
    }
  }

  const makeObject = (one: Schema, depth: number) => {
    const declared = objectIn(one.properties)
    const required = Array.isArray(one.required) ? one.required.map(String) : []
    // A deep tree would grow without end: below the first levels only what must be there.
    const names = new Set([...(depth < 4 ? Object.keys(declared) : []), ...required])
    const others =
      typeof one.additionalProperties === 'object' ? one.additionalProperties : { type: 'string' }
    return Object.fromEntries([...names].map((name) => [name, make(declared[name] ?? others, depth + 1)]))
  }

  const makeArray = (one: Schema, depth: number) => {
    const fixed = Array.isArray(one.prefixItems) ? one.prefixItems : []
    const least = Math.min(numberIn(one.minItems) ?? 0, MOST_ITEMS)
    const count = Math.max(least, Math.min(numberIn(one.maxItems) ?? 1, depth < 4 ? 1 : 0), fixed.length)
    return Array.from({ length: count }, (_, i) =>
      make(fixed[i] ?? one.items ?? { type: 'string' }, depth + 1),
    )
  }

  /** References of the same document, the first of alternatives, all that must hold together. */
  const resolve = (one: Schema, depth = 0): Schema => {
    if (++steps > MOST_STEPS || depth > DEEPEST) return {}
    const { $ref, allOf, anyOf, oneOf, ...own } = one
    const parts: unknown[] = [
      ...(typeof $ref === 'string' ? [referred(root, $ref)] : []),
      ...(Array.isArray(allOf) ? allOf : []),
      ...(Array.isArray(anyOf) ? anyOf.slice(0, 1) : []),
      ...(Array.isArray(oneOf) ? oneOf.slice(0, 1) : []),
    ]
    return parts.reduce<Schema>((sum, part) => merge(sum, resolve(objectIn(part), depth + 1)), own)
  }

  return make(root, 0)
}

function merge(one: Schema, other: Schema): Schema {
  const properties = { ...objectIn(one.properties), ...objectIn(other.properties) }
  const required = [one.required, other.required].flatMap((names) => (Array.isArray(names) ? names : []))
  const hasProperties = Object.keys(properties).length > 0
  return { ...one, ...other, ...(hasProperties && { properties }), ...(required.length > 0 && { required }) }
}

function referred(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : {}
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((at, step) => objectIn(at)[step], root)
}

function typeOf(one: Schema): unknown {
  const type = Array.isArray(one.type) ? one.type.find((name) => name !== 'null') : one.type
  if (type !== undefined) return type
  if (one.properties || one.required) return 'object'
  if (one.items || one.prefixItems) return 'array'
  return 'string'
}

const BY_FORMAT: Record<string, string> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function makeText(one: Schema, said: string): string {
  const format = BY_FORMAT[String(one.format)]
  if (format !== undefined) return format
  const least = Math.min(numberIn(one.minLength) ?? 0, 10_000)
  const most = numberIn(one.maxLength) ?? Number.POSITIVE_INFINITY
  const characters = [...`Offline answer to: ${said}`.padEnd(least, '.')]
  return characters.slice(0, Math.max(least, Math.min(characters.length, most))).join('')
}

/** The wish where it fits, else the first that does, by steps where the schema wants steps. */
function makeNumber(one: Schema, whole: 0 | 1, wish: number): number {
  const bound = (inside: unknown, outside: unknown, otherwise: number) => ({
    at: numberIn(outside) ?? numberIn(inside) ?? otherwise,
    isOut: numberIn(outside) !== undefined,
  })
  const least = bound(one.minimum, one.exclusiveMinimum, -Infinity)
  const most = bound(one.maximum, one.exclusiveMaximum, Infinity)
  const fits = (value: number) =>
    (least.isOut ? value > least.at : value >= least.at) && (most.isOut ? value < most.at : value <= most.at)
  const step = numberIn(one.multipleOf) ?? whole
  if (step > 0) {
    const rounded = Math.round(wish / step) * step
    const first = Number.isFinite(least.at) ? Math.ceil(least.at / step) * step : 0
    const last = Number.isFinite(most.at) ? Math.floor(most.at / step) * step : first
    return [rounded, first, first + step, last, last - step].find(fits) ?? first
  }
  if (fits(wish)) return wish
  if (Number.isFinite(least.at) && Number.isFinite(most.at)) return (least.at + most.at) / 2
  return Number.isFinite(least.at) ? least.at + 1 : most.at - 1
}

function objectIn(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
