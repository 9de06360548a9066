/** Flags made from JSON Schema, and the values made from what was typed. */
import { parseArgs } from 'node:util'
import { coreOf, didYouMean, UsageError } from './usage.ts'

/** What a flag reads of its field's JSON Schema. */
export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  items?: FieldSchema
  anyOf?: readonly FieldSchema[]
  description?: string
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Flag {
  /** As typed, with dashes; underscores are understood too. */
  name: string
  /** The name of the field on the wire. */
  field: string
  schema: FieldSchema
  is_required: boolean
  /** One letter that stands for it. */
  short?: string
  /** May be typed several times; each is one value, commas and all. */
  is_repeated?: boolean
}

export type Kind = 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'json'

export function flag(field: string, schema: FieldSchema, required: readonly string[] = []): Flag {
  const name = field
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .replaceAll('_', '-')
    .toLowerCase()
  return { name, field, schema: asList(schema), is_required: required.includes(field) }
}

/** Where one value or several may stand, several are sent. */
function asList(schema: FieldSchema): FieldSchema {
  const list = schema.anyOf?.find(({ type }) => type === 'array')
  return list ? { ...schema, ...list } : schema
}

/** Splits the command line into words and flag values; refuses flags that are not in the list. */
export function readArguments(
  argv: readonly string[],
  flags: readonly Flag[],
  /** What the words of the command are called, for those who write them as flags. */
  { params = [], usage = '' }: { params?: readonly string[]; usage?: string } = {},
) {
  const bySpelling = new Map(flags.flatMap((each) => [each.name, each.field].map((name) => [name, each])))
  const options = [...bySpelling].map(([name, { schema, short, ...each }]) => [
    name,
    { type: optionType(schema), ...(short !== undefined && name === each.name && { short }) },
  ])
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  })

  const words: string[] = []
  const texts = new Map<Flag, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const direct = bySpelling.get(token.name)
    const negated = direct ? undefined : bySpelling.get(token.name.replace(/^no-/, ''))
    const isNegated = negated !== undefined && kindOf(negated.schema) === 'boolean'
    const found = isNegated ? negated : direct
    if (!found) throw unknownFlag(token.rawName, flags, { params, usage })
    texts.set(found, [...(texts.get(found) ?? []), isNegated ? 'false' : textOf(token, found)])
  }
  return { words, values: new Map([...texts].map(([each, typed]) => [each, parseTyped(each, typed)])) }
}

/** The words before any flag that only one command knows: enough to tell which command it is. */
export function readWords(argv: readonly string[], flags: readonly Flag[]): string[] {
  const options = flags.map(({ name, schema }) => [name, { type: optionType(schema) }])
  return parseArgs({ args: [...argv], options: Object.fromEntries(options), strict: false }).positionals
}

export function kindOf({ type, enum: words }: FieldSchema): Kind {
  const kinds = [type ?? []].flat().filter((each) => each !== 'null')
  const [kind] = kinds
  if (kinds.length !== 1) return words?.every((word) => typeof word === 'string') ? 'string' : 'json'
  return kind === 'boolean' ||
    kind === 'integer' ||
    kind === 'number' ||
    kind === 'string' ||
    kind === 'array'
    ? kind
    : 'json'
}

export function isNullable({ type }: FieldSchema): boolean {
  return [type ?? []].flat().includes('null')
}

function optionType(schema: FieldSchema): 'boolean' | 'string' {
  return kindOf(schema) === 'boolean' ? 'boolean' : 'string'
}

function unknownFlag(
  typed: string,
  flags: readonly Flag[],
  { params, usage }: { params: readonly string[]; usage: string },
): UsageError {
  const param = params.find((each) => coreOf(each) === coreOf(typed))
  if (param !== undefined)
    return new UsageError(`Unknown flag ${typed}. <${param}> is a word without a flag: atrium ${usage}`)
  const known = flags.map(({ name }) => `--${name}`)
  return new UsageError(`Unknown flag ${typed}.${didYouMean(typed.replaceAll('_', '-'), known)}`)
}

function textOf(
  token: { value?: string | undefined; inlineValue?: boolean | undefined },
  { name, schema }: Flag,
) {
  if (token.value === undefined && kindOf(schema) === 'boolean') return 'true'
  // `--name --color red` forgot a value; `--name=--color` means it.
  if (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
    throw new UsageError(`--${name} needs a value.`)
  return token.value
}

function parseTyped({ name, schema, is_repeated }: Flag, typed: readonly string[]): unknown {
  if (is_repeated) return [...typed]
  const last = typed.at(-1) ?? ''
  if (last === 'null' && isNullable(schema)) return null
  if (kindOf(schema) !== 'array') return parseOne(name, schema, last)
  return typed.flatMap((text) => parseList(name, schema.items ?? {}, text))
}

/** `a,b` or a JSON array, for values that hold commas themselves. */
function parseList(name: string, items: FieldSchema, text: string): unknown[] {
  if (text.trimStart().startsWith('[')) {
    const list = parseJson(name, text)
    if (Array.isArray(list)) return list
  }
  if (kindOf(items) === 'json') return [parseJson(name, text)]
  return text.split(',').map((part) => parseOne(name, items, part.trim()))
}

function parseOne(name: string, schema: FieldSchema, text: string): unknown {
  switch (kindOf(schema)) {
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true'
      throw new UsageError(`--${name} is true or false, not "${text}".`)
    case 'integer':
      if (/^[+-]?\d+$/.test(text)) return Number(text)
      throw new UsageError(`--${name} is a whole number, not "${text}".`)
    case 'number':
      if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
      throw new UsageError(`--${name} is a number, not "${text}".`)
    case 'string':
      return requireWord(name, schema, text)
    default:
      return parseJson(name, text)
  }
}

function requireWord(name: string, { enum: words }: FieldSchema, text: string): string {
  if (!words || words.includes(text)) return text
  const known = words.filter((word) => word !== null).map(String)
  throw new UsageError(`--${name} is one of ${known.join(', ')}, not "${text}".${didYouMean(text, known)}`)
}

export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--${name} is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}
