import type { IncomingFile, Operation, PassedRequest } from '@atrium/contract'
import type { Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { TObject, TSchema } from 'typebox'
import { refuse, type ValidationRow } from '../errors.ts'
import { momentOf } from '../time/read-time.ts'
import { refuseUnstorableText } from './body.ts'
import { unknownParameters } from './unknown-parameters.ts'
import { validationRow } from './validation-rows.ts'

/** What came with a request, part by part. */
export interface RequestParts {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  file?: IncomingFile
  request?: PassedRequest
}

const OPTIONS = {
  useDefaults: true,
  strict: false,
  verbose: true,
  addUsedSchema: false,
  validateSchema: false, // the tests of the description do that; here it would delay the first request
} as const
// The contract's dialect, which OpenAPI 3.1 has too; an older one would pass over dependentRequired in silence.
// Text parts arrive as strings and are read as the type the contract names; bodies are never coerced.
const ofText = dialects({ ...OPTIONS, coerceTypes: 'array' })
const ofBody = dialects(OPTIONS)

const MAX_ROWS = 50
const MAX_VALUES_TO_EXPLAIN = 2_000

/** Checks every part of a request against the operation and refuses with all rows at once. */
export function createValidator(operation: Operation): (parts: RequestParts) => void {
  if (operation.takes_any_address) return takeAnyAddress(operation)
  const checks = [
    check('path', 'params', ofText, operation.params),
    check('query', 'query', ofText, operation.query),
    unknownParameters(operation),
    check('header', 'headers', ofText, operation.headers),
    check('body', 'body', ofBody, operation.body),
  ].filter((part) => part !== null)
  const needsBody = ((operation.body as { required?: string[] } | undefined)?.required?.length ?? 0) > 0

  return (parts) => {
    if (operation.params) refuseUnstorableText(parts.params, ['path'])
    if (operation.query) refuseUnstorableText(parts.query, ['query'])
    if (operation.body && parts.body === undefined) {
      if (needsBody)
        throw refuse('validation_error', {
          detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }],
        })
      parts.body = {}
    }
    const rows = checks.flatMap((run) => run(parts))
    if (rows.length > 0) throw refuse('validation_error', { detail: rows.slice(0, MAX_ROWS) })
  }
}

type Open = Partial<TObject> & { additionalProperties?: unknown }

/** Names beyond the schema only where it takes them. Of what was sent several times the first counts; what no database can hold reads as something that is nowhere. */
function takeAnyAddress({ params, query }: Operation): (parts: RequestParts) => void {
  const texts = (names: readonly string[], sent: unknown) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const [first] = [(sent as Record<string, unknown>)[name]].flat()
        return typeof first === 'string' ? [[name, first.toWellFormed().replaceAll('\0', '\ufffd')]] : []
      }),
    )
  const namesIn = (schema: TSchema | undefined, sent: unknown) => {
    const { properties = {}, additionalProperties = false } = (schema ?? {}) as Open
    return Object.keys(additionalProperties === false ? properties : { ...properties, ...(sent as object) })
  }
  return (parts) => {
    parts.params = texts(namesIn(params, parts.params), parts.params)
    parts.query = texts(namesIn(query, parts.query), parts.query)
  }
}

interface Dialects {
  /** Stops at the first thing that does not fit. */
  first: Ajv2020
  /** Goes on to the end. */
  all: Ajv2020
}

function dialects(options: Options): Dialects {
  const [first, all] = [new Ajv2020(options), new Ajv2020({ ...options, allErrors: true })]
  for (const ajv of [first, all]) {
    formatsPlugin.default(ajv)
    ajv.addFormat('date-time', (text: string) => isDateTime(text) && isStorable(text))
  }
  return { first, all }
}

const { validate: isDateTime } = fullFormats['date-time'] as { validate(text: string): boolean }

/** The years 1 to 9999, wherever its zone moves it: the database has no year 0, and JavaScript writes 10000 otherwise. */
function isStorable(text: string): boolean {
  const year = momentOf(text)?.getUTCFullYear() ?? 0
  return year >= 1 && year <= 9999
}

function check(
  name: string,
  key: Exclude<keyof RequestParts, 'file' | 'request'>,
  { first, all }: Dialects,
  schema: TSchema | undefined,
) {
  if (!schema) return null
  const fits = compiledWhenUsed(first, schema)
  const explain = compiledWhenUsed(all, schema)
  return (parts: RequestParts): ValidationRow[] => {
    const value = parts[key]
    const quick = fits()
    if (quick(value)) return []
    // One error per value: half a million wrong ones would keep everybody waiting.
    const thorough = countValues(value, MAX_VALUES_TO_EXPLAIN) < MAX_VALUES_TO_EXPLAIN ? explain() : quick
    if (thorough !== quick) thorough(value)
    return withoutRepeats((thorough.errors ?? []).map((error) => validationRow(name, error)))
  }
}

/** Most operations of a process are never called, and compiling them all would be a good part of its start. */
function compiledWhenUsed(ajv: Ajv2020, schema: TSchema): () => ValidateFunction {
  let compiled: ValidateFunction | null = null
  return () => {
    compiled ??= ajv.compile(schema)
    return compiled
  }
}

/** How many values stand in this one; stops counting at the limit. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const item of Object.values(value)) {
    count += countValues(item, limit - count)
    if (count >= limit) break
  }
  return count
}

/** A union reports each of its branches; one row a place is enough to act on. */
function withoutRepeats(rows: (ValidationRow | null)[]): ValidationRow[] {
  const seen = new Set<string>()
  return rows.filter((row): row is ValidationRow => {
    if (row === null) return false
    const place = JSON.stringify(row.loc)
    if (seen.has(place)) return false
    seen.add(place)
    return true
  })
}
