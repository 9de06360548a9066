import type { FuncKeywordDefinition } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { RE2JS } from 're2js'
import type { TSchema } from 'typebox'

/**
 * Checks values against the schema, which anybody may have written: null when they fit, else what is wrong in words
 * that a model understands. Throws when the schema itself cannot be used.
 */
export function checkFor(schema: TSchema): (value: unknown) => string | null {
  const made = checks.get(schema)
  if (made) return made
  // Whatever dialect it names: what we do not know of it, Ajv passes over.
  const { $schema: _dialect, ...plain } = schema as TSchema & { $schema?: unknown }
  if (!judge().validateSchema(plain))
    throw new Error(judge().errorsText(judge().errors, { dataVar: 'schema' }))
  // One instance for each: schemas of different callers may share an `$id`.
  const ajv = new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false })
  formatsPlugin.default(ajv)
  ajv.removeKeyword('uniqueItems').addKeyword(UNIQUE_ITEMS)
  const validate = ajv.compile(plain)
  const check = (value: unknown) =>
    validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'value' })
  checks.set(schema, check)
  return check
}

/** Knows what a schema may say. Made once: that takes longer than all the rest. */
function judge(): Ajv2020 {
  known ??= new Ajv2020(OPTIONS)
  return known
}

let known: Ajv2020 | null = null

const checks = new WeakMap<TSchema, (value: unknown) => string | null>()

/** Patterns in linear time: with `RegExp` a single one could hold the server for seconds. */
const linear = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern)
    // By its text the compiler knows one pattern from another.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => `/${pattern}/` }
  },
  { code: 'new RegExp' }, // only used when code is written out, which we do not do
)

// What is odd about a schema is nothing for the console: its sender would write there.
const OPTIONS = { strict: false, allErrors: true, logger: false, code: { regExp: linear } } as const

/** By their text, in one pass: to hold each against each other would take minutes for a long list. */
const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (isWanted: boolean, items: unknown[]) =>
    !isWanted || new Set(items.map((item) => JSON.stringify(item))).size === items.length,
  error: { message: 'must NOT have duplicate items' },
}
