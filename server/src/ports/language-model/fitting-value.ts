import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import type { TSchema } from 'typebox'

/** Checks values against the schema: null when they fit, else what is wrong in words that a model understands. */
export function checkFor(schema: TSchema): (value: unknown) => string | null {
  const known = checks.get(schema)
  if (known) return known
  // One instance for each: schemas of different callers may share an `$id`.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formatsPlugin.default(ajv)
  const validate = ajv.compile(schema)
  const check = (value: unknown) =>
    validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'value' })
  checks.set(schema, check)
  return check
}

const checks = new WeakMap<TSchema, (value: unknown) => string | null>()
