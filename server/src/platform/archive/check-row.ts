import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formatsPlugin from 'ajv-formats'
import { validationRow } from '../http/validation-rows.ts'
import { isObject } from './archive-batch.ts'
import { unknownName } from './archive-error.ts'
import type { Collection } from './collection.ts'
import { isTime, TIME_FORMAT } from './times.ts'

/** What is wrong in a row and where; the path is empty when it is the row itself. */
export interface RowFault {
  path: string
  message: string
}

/** A check of one row against its collection; null when it is fine. */
export function rowCheck({ row: schema }: Collection): (row: unknown) => RowFault | null {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema))
  compiled.set(schema, validate)
  return (row) => {
    if (!validate(row)) return faultOf(validate.errors ?? [])
    return unstorable(row, '', 0)
  }
}

/** Compiled once for each collection: that takes longer than a small archive. */
const compiled = new WeakMap<object, ValidateFunction>()

/** Objects inside rows take no keys of other names, either, unless they say so or are one of several forms (G793). */
function closed(schema: object): object {
  const made: Record<string, unknown> = { ...schema }
  delete made.$id // a second schema must not have the same id
  if (isObject(made.properties)) {
    const inner = Object.entries(made.properties)
    made.properties = Object.fromEntries(
      inner.map(([name, one]) => [name, isObject(one) ? closed(one) : one]),
    )
    made.additionalProperties ??= false
  }
  if (isObject(made.items)) made.items = closed(made.items)
  return made
}

const ajv = new Ajv({ strict: false, verbose: true })
formatsPlugin.default(ajv)
ajv.addFormat(TIME_FORMAT, isTime)

const MAX_DEPTH = 64

function faultOf(errors: readonly ErrorObject[]): RowFault {
  for (const error of errors) {
    if (error.keyword === 'additionalProperties') {
      const known = Object.keys(error.parentSchema?.properties ?? {})
      const message = unknownName('key', error.params.additionalProperty, known)
      return { path: pathOf(placesOf(error)), message }
    }
    if (error.keyword === 'format' && error.params.format === TIME_FORMAT) {
      const message = 'Input should be an ISO 8601 time or a relative one such as now, now-3d or now+2h'
      return { path: pathOf(placesOf(error)), message }
    }
    const found = validationRow('body', error)
    if (found) return { path: pathOf(found.loc.slice(1)), message: found.msg }
  }
  return { path: '', message: 'The row does not fit its schema' }
}

/** Text that PostgreSQL cannot keep, and nesting that nothing could read again. */
function unstorable(value: unknown, path: string, depth: number): RowFault | null {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return null
    return { path, message: 'Text may not contain the NUL character or half a surrogate pair' }
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth === MAX_DEPTH) return { path: '', message: `Nested deeper than ${MAX_DEPTH} levels` }
  for (const [key, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const fault =
      unstorable(inner, place, depth + 1) ?? (Array.isArray(value) ? null : unstorable(key, place, 0))
    if (fault) return fault
  }
  return null
}

function placesOf(error: ErrorObject): (string | number)[] {
  return validationRow('body', error)?.loc.slice(1) ?? []
}

/** `['items', 3, 'name']` as `items[3].name`. */
export function pathOf(places: readonly (string | number)[]): string {
  return places.reduce<string>(
    (path, place) =>
      typeof place === 'number' ? `${path}[${place}]` : path === '' ? place : `${path}.${place}`,
    '',
  )
}
