/** The largest bodies of an operation, in the forms that cost most for each byte. */
import type { BodyBounds, Operation } from '@atrium/contract'
import type { Schema as ListSchema } from '../mixed-lists/contract-lists.ts'

type Json = unknown
type Schema = ListSchema & { const?: unknown; format?: string; maxLength?: number }
type Form = readonly [name: string, body: Json]

/** `base` is a body that fits. */
export function costlyBodies({ body = {} }: Operation, base: Json, { bytes, values }: BodyBounds): Form[] {
  const schema = body as Schema
  const rest = values - countValues(base) - 20
  const forms: Form[] = [
    ['many keys', withMore(base, keys(rest / 2))],
    ['more keys than allowed', withMore(base, keys(bytes / 12))],
    ['many lists', withMore(base, { more: Array(rest).fill([]) })],
    ['many numbers', withMore(base, { more: Array(rest).fill(0) })],
    ['deep values', withMore(base, { more: Array(Math.floor(rest / 51)).fill(deep(50)) })],
    ['a list of wrong values', Array(rest).fill(0)],
    ['full lists', blown(schema, base, { lists: bytes / 2, values: rest })],
    ['full lists of wrong values', blown(schema, base, { wrong: rest })],
    ['long texts', blown(schema, base, { text: 'x', bytes })],
    ['long texts of escapes', blown(schema, base, { text: '\u0001', bytes: bytes / 6 })],
    ['long texts of other scripts', blown(schema, base, { text: '\u65e5', bytes: bytes / 3 })],
    ['open fields with many keys', blown(schema, base, { keys: rest / 2 })],
  ]
  const usual = JSON.stringify(base)
  return forms.filter(([, value]) => {
    const text = JSON.stringify(value) ?? usual
    return text !== usual && Buffer.byteLength(text) <= bytes
  })
}

function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  const inside = Object.values(value).reduce((sum: number, one) => sum + countValues(one), 1)
  return Array.isArray(value) ? inside : inside + Object.keys(value).length
}

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => [`k${i}`, 0]))
}

function deep(levels: number): Json {
  let value: Json = 0
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

function withMore(base: Json, more: Record<string, Json>): Json {
  if (Array.isArray(base)) return [{ ...(base[0] as object), ...more }]
  return { ...(base as object), ...more }
}

interface How {
  lists?: number
  values?: number
  wrong?: number
  text?: string
  bytes?: number
  keys?: number
}

/** The same body with everything in it as large as it may be. */
function blown(schema: Schema, base: Json, how: How): Json {
  const places = Math.max(1, count(schema, base, how))
  const share = Math.floor(((how.lists ?? how.wrong ?? how.bytes ?? how.keys ?? 0) * 0.98) / places)
  return grow(schema, base, how, share)
}

const typeOf = (schema: Schema) => [schema.type ?? []].flat().find((type) => type !== 'null')
const isFree = ({ properties, patternProperties, type }: Schema) =>
  !properties && (patternProperties !== undefined || type === undefined || type === 'object')

const isFreeText = (schema: Schema) =>
  typeOf(schema) === 'string' && !schema.enum && !schema.const && !schema.pattern && !schema.format

function count(schema: Schema, base: Json, how: How): number {
  let places = 0
  grow(schema, base, how, 1, () => places++)
  return places
}

function grow(schema: Schema, base: Json, how: How, share: number, onPlace: () => void = () => {}): Json {
  if (schema.anyOf?.[0])
    return grow(
      schema.anyOf.find((one) => typeOf(one) === 'array') ?? schema.anyOf[0],
      base,
      how,
      share,
      onPlace,
    )
  const { maxLength = Number.POSITIVE_INFINITY } = schema
  const type = typeOf(schema)
  if (how.text !== undefined && isFreeText(schema) && (typeof base === 'string' || base === undefined)) {
    onPlace()
    return how.text.repeat(Math.min(maxLength, share))
  }
  if (type === 'array') {
    const { items = {}, maxItems = Number.POSITIVE_INFINITY } = schema
    const [first] = Array.isArray(base) ? base : [base]
    if (how.wrong !== undefined) {
      onPlace()
      return Array(Math.min(share, maxItems)).fill(0)
    }
    const item = grow(items, first, how, share, onPlace)
    if (item === undefined) return base
    if (how.lists === undefined) return [item]
    onPlace()
    const mostValues = (how.values ?? 0) / countValues(item) - 1
    const length = Math.floor(Math.min(maxItems, share / (JSON.stringify(item).length + 1), mostValues))
    return Array.from({ length: Math.max(1, length) }, () => item)
  }
  if (how.keys !== undefined && isFree(schema)) {
    onPlace()
    return {
      ...(typeof base === 'object' && base !== null && !Array.isArray(base) ? base : {}),
      ...keys(share),
    }
  }
  if (type === 'object' && schema.properties) {
    const names = Object.keys(schema.properties)
    const given = (base ?? {}) as Record<string, Json>
    const grown = names.flatMap((name) => {
      const inner = grow(schema.properties?.[name] ?? {}, given[name], how, share, onPlace)
      return inner === undefined ? [] : [[name, inner] as const]
    })
    return { ...given, ...Object.fromEntries(grown) }
  }
  return base
}
