/** Which of their own fields (`user.data`) users can set themselves, and to what; the schema `User` says who may. */
import type { ScannedSchema } from '../snapshot.ts'
import type { Json, RuleEngine, RuleRecord, RuleUser, Values } from './rule-engine.ts'
import { termsOf } from './rule-terms.ts'
import { fieldPlaces } from './stored-rules.ts'
import { person } from './synthetic-people.ts'

export interface SelfWritten {
  has(field: string): boolean
  /** Whether a user can put this value there. */
  takes(field: string, value: Json): boolean
}

/** The users of an app as its schema `User` sees them: each is the record of themselves. */
export function asRecord({ id, email, data }: RuleUser): RuleRecord {
  const never = new Date(0).toISOString()
  return {
    ...{ id, data, created_by: email, created_by_id: id },
    ...{ created_date: never, updated_date: never, is_sample: false },
  }
}

/** Without a schema every field is kept as it is sent. */
export function findSelfWrittenFields(
  engine: RuleEngine,
  userSchema: ScannedSchema | null,
  names: readonly string[],
): SelfWritten {
  if (!userSchema) return { has: () => true, takes: () => true }
  const places = fieldPlaces(userSchema).filter(({ path, isInList }) => !path.includes('.') && !isInList)
  const declared = new Map(places.map((place) => [place.path, place]))
  const isOpen = userSchema.additionalProperties === true
  const isUndeclared = (name: string) => isOpen && !declared.has(name)
  const terms = termsOf(places.flatMap(({ rls }) => Object.values(rls ?? {})))
  const valuesOf = (name: string): Json[] => [
    ...(terms.wanted.get(`data.${name}`) ?? []),
    ...(terms.fields.get(`data.${name}`)?.values ?? []),
    ...listOf(declared.get(name)?.property.enum),
    ...['something', true, 1],
  ]

  // What can be set may open what could not be set before, so it is looked at until nothing more comes.
  const writable = new Set(names.filter(isUndeclared))
  const waiting = new Set([...declared.keys()])
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    const states = statesOf([...writable], valuesOf)
    for (const name of waiting) {
      if (!states.some((data) => mayWrite(name, data))) continue
      waiting.delete(name)
      writable.add(name)
      isMoving = true
    }
  }
  return {
    has: (field) => writable.has(field),
    takes: (field, value) => writable.has(field) && (isUndeclared(field) || fits(field, value)),
  }

  function mayWrite(name: string, data: Values): boolean {
    const user = person('fresh', 'user', data)
    return valuesOf(name).some(
      (value) =>
        fits(name, value) &&
        engine.refusedFields(userSchema as ScannedSchema, user, asRecord(user), { [name]: value }).length ===
          0,
    )
  }

  function fits(name: string, value: Json): boolean {
    return engine.fits(userSchema as ScannedSchema, { [name]: value })
  }
}

const MOST_STATES = 40

/** What the data of a user can be like who sets these fields: nothing, one value each, and each value once. */
function statesOf(names: readonly string[], valuesOf: (name: string) => readonly Json[]): Values[] {
  const all = Math.max(0, ...names.map((name) => valuesOf(name).length))
  const states: Values[] = [{}]
  for (let index = 0; index < Math.min(all, MOST_STATES); index++)
    states.push(
      Object.fromEntries(
        names.map((name) => {
          const values = valuesOf(name)
          return [name, values[index % values.length] ?? null]
        }),
      ),
    )
  return states
}

function listOf(json: unknown): Json[] {
  return Array.isArray(json) ? json : []
}
