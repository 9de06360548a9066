import type { TSchema } from 'typebox'
import { invalid } from '../../platform/errors.ts'
import { checkFor } from '../../platform/fitting-value.ts'

export interface SentSchema {
  schema: TSchema
  /** Null when the value fits, else what is wrong. */
  check(value: unknown): string | null
}

const LONGEST_SCHEMA = 50_000
/** With all that it refers to written out: a few lines can stand for billions. */
const MOST_PARTS = 5_000
const MOST_PATTERNS = 100

/** A JSON Schema as it was sent, by anybody; one that cannot be used, or would cost too much to use, is a 422. */
export function readSchema(field: string, schema: object): SentSchema {
  const refuse = (reason: string) => invalid(['body', field], 'value_error', `Value error, ${reason}`)
  if (JSON.stringify(schema).length > LONGEST_SCHEMA) {
    throw refuse(`a schema has at most ${LONGEST_SCHEMA} characters`)
  }
  const complaint = costOf(schema)
  if (complaint) throw refuse(complaint)
  try {
    // What anybody sent may say anything; the compiler below refuses what is no schema.
    const sent = schema as TSchema
    return { schema: sent, check: checkFor(sent) }
  } catch (error) {
    throw refuse(`this is no JSON Schema that can be used: ${(error as Error).message.slice(0, 300)}`)
  }
}

/** What makes it too costly, in words; null when nothing does. Every part is looked at once. */
function costOf(root: object): string | null {
  const weights = new Map<object, number>()
  const open = new Set<object>()
  let patterns = 0

  const weigh = (part: unknown): number => {
    if (typeof part !== 'object' || part === null) return 0
    const known = weights.get(part)
    if (known !== undefined) return known
    if (open.has(part)) throw new TooCostly('a schema may not refer to itself')
    open.add(part)
    let weight = 1
    for (const [key, value] of Object.entries(part)) {
      if (OTHER_REFERENCES.has(key) && typeof value === 'string')
        throw new TooCostly(`${key} is not supported`)
      if (key === '$id' && typeof value === 'string' && part !== root) {
        throw new TooCostly('$id is supported at the top only')
      }
      if (key === 'pattern' && typeof value === 'string' && ++patterns > MOST_PATTERNS) {
        throw new TooCostly(`a schema has at most ${MOST_PATTERNS} patterns`)
      }
      weight += key === '$ref' && typeof value === 'string' ? weigh(referred(root, value)) : weigh(value)
      if (weight > MOST_PARTS) throw new TooCostly(`written out, a schema has at most ${MOST_PARTS} parts`)
    }
    open.delete(part)
    weights.set(part, weight)
    return weight
  }

  try {
    weigh(root)
    return null
  } catch (error) {
    if (error instanceof TooCostly) return error.message
    throw error
  }
}

class TooCostly extends Error {}

const OTHER_REFERENCES = new Set(['$dynamicRef', '$recursiveRef', '$anchor', '$dynamicAnchor'])

function referred(root: object, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/'))
    throw new TooCostly('$ref leads inside the schema only, as in #/$defs/name')
  const steps = decoded(reference.slice(2)).split('/')
  return steps.reduce<unknown>((at, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? at[name as never] : undefined
  }, root)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
