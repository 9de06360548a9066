import type { Operation } from '@atrium/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formatsPlugin from 'ajv-formats'
import { refuse, type ValidationRow } from '../errors.ts'
import { refuseUnstorableText } from './body.ts'
import { validationRow } from './validation-rows.ts'

/** What came with a request, part by part. */
export interface RequestParts {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
}

const OPTIONS = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  verbose: true,
  addUsedSchema: false,
} as const
// Text parts arrive as strings and are read as the type the contract names; bodies are never coerced.
const ofText = withFormats(new Ajv({ ...OPTIONS, coerceTypes: 'array' }))
const ofBody = withFormats(new Ajv(OPTIONS))

const MAX_ROWS = 50

/** Checks every part of a request against the operation and refuses with all rows at once. */
export function createValidator(operation: Operation): (parts: RequestParts) => void {
  const checks = [
    check('path', 'params', operation.params && ofText.compile(operation.params)),
    check('query', 'query', operation.query && ofText.compile(operation.query)),
    check('header', 'headers', operation.headers && ofText.compile(operation.headers)),
    check('body', 'body', operation.body && ofBody.compile(operation.body)),
  ].filter((part) => part !== null)
  const needsBody = ((operation.body as { required?: string[] } | undefined)?.required?.length ?? 0) > 0

  return (parts) => {
    refuseUnstorableText(parts.params, ['path'])
    refuseUnstorableText(parts.query, ['query'])
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

function check(name: string, key: keyof RequestParts, validate: ValidateFunction | undefined) {
  if (!validate) return null
  return (parts: RequestParts): ValidationRow[] => {
    if (validate(parts[key])) return []
    return withoutRepeats((validate.errors ?? []).map((error: ErrorObject) => validationRow(name, error)))
  }
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

function withFormats(ajv: Ajv): Ajv {
  formatsPlugin.default(ajv)
  return ajv
}
