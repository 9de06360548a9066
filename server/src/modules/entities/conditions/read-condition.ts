/** From the JSON of a filter or a rule to a condition; what is wrong is reported with its place. */
import { isFieldName } from '@atrium/contract/field-names'
import { ALWAYS, type Condition, type Field, type Json, NEVER, OWN_FIELDS, type Test } from './condition.ts'
import { Effort, TooMuchEffort } from './effort.ts'
import { readTextPattern } from './text-pattern.ts'

export class ConditionFault extends Error {
  readonly place: readonly (string | number)[]
  constructor(place: readonly (string | number)[], message: string) {
    super(message)
    this.place = place
  }
}

/** What differs between filters and rules. */
export interface Dialect {
  operators: ReadonlySet<string>
  /** The field of that name, or null when there is none. */
  fieldNamed(name: string): Field | null
  /** A text as it is meant; null when it names something that is not there. */
  expand(text: string): string | null
  /** Whether the caller is who a rule asks for; filters ask nothing of callers. */
  isUser?(attribute: string, value: Json): boolean
}

export const MAX_DEPTH = 8
export const MAX_LEAVES = 200
const MAX_VALUES = 1_000
const MAX_PATH = 8
/** No list can be longer: a record has at most so many bytes. */
const MAX_SIZE = 1_000_000

export function readCondition(json: unknown, dialect: Dialect, effort = new Effort()): Condition {
  try {
    return new Reader(dialect, effort).all(json, [], 1)
  } catch (error) {
    if (error instanceof TooMuchEffort) throw new ConditionFault([], error.message)
    throw error
  }
}

/** Its part of the statement included, which repeats the place for each test. */
const STEPS_OF_A_LEAF = 400
const STEPS_OF_A_VALUE = 20

type Place = readonly (string | number)[]
type Entries = [string, Json][]

const ORDERED: Record<string, 'less' | 'at_most' | 'more' | 'at_least'> = {
  $lt: 'less',
  $lte: 'at_most',
  $gt: 'more',
  $gte: 'at_least',
}

class Reader {
  private readonly dialect: Dialect
  private readonly effort: Effort
  private leaves = 0

  constructor(dialect: Dialect, effort: Effort) {
    this.dialect = dialect
    this.effort = effort
  }

  /** An object: all of its entries. */
  all(json: unknown, place: Place, depth: number, inElement = false): Condition {
    if (depth > MAX_DEPTH) throw new ConditionFault(place, `Conditions may be nested ${MAX_DEPTH} deep`)
    const all = entriesOf(json, place).map(([key, value]) =>
      this.entry(key, value, [...place, key], depth, inElement),
    )
    return all.length === 1 && all[0] ? all[0] : { all }
  }

  private entry(key: string, value: Json, place: Place, depth: number, inElement: boolean): Condition {
    if (key === '$and') return { all: this.list(value, place, depth, inElement) }
    if (key === '$or') return { any: this.list(value, place, depth, inElement) }
    if (key === '$nor') return { not: { any: this.list(value, place, depth, inElement) } }
    if (key === 'user_condition' && this.dialect.isUser) return this.user(value, place)
    if (key.startsWith('$')) throw new ConditionFault(place, `"${key}" cannot stand here`)
    return this.onField(this.field(key, place, inElement), value, place, depth)
  }

  private list(value: Json, place: Place, depth: number, inElement: boolean): Condition[] {
    if (!Array.isArray(value) || value.length === 0)
      throw new ConditionFault(place, 'A list of conditions is wanted here')
    return value.map((one, index) => this.all(one, [...place, index], depth + 1, inElement))
  }

  private user(value: Json, place: Place): Condition {
    const isUser = entriesOf(value, place).every(([attribute, wanted]) => {
      this.leaf(place)
      if (typeof wanted === 'object')
        throw new ConditionFault([...place, attribute], 'A single value is wanted here')
      const expanded = typeof wanted === 'string' ? this.dialect.expand(wanted) : wanted
      return expanded !== null && this.dialect.isUser?.(attribute, expanded) === true
    })
    return isUser ? ALWAYS : NEVER
  }

  private field(name: string, place: Place, inElement: boolean): Field {
    if (inElement) return { kind: 'element', path: elementPath(name, place) }
    const field = this.dialect.fieldNamed(name)
    if (!field) throw new ConditionFault(place, `There is no field "${name}"`)
    return field
  }

  private onField(field: Field, value: Json, place: Place, depth: number): Condition {
    if (Array.isArray(value)) return this.oneOf(field, value, place)
    if (typeof value !== 'object' || value === null) return this.oneOf(field, [value], place)
    const keys = Object.keys(value)
    if (keys.length === 0 || !keys.some((key) => key.startsWith('$')))
      return this.oneOf(field, [value], place)
    return this.operators(field, value, place, depth)
  }

  private operators(field: Field, value: { [key: string]: Json }, place: Place, depth: number): Condition {
    if (depth > MAX_DEPTH) throw new ConditionFault(place, `Conditions may be nested ${MAX_DEPTH} deep`)
    const { $options, ...operators } = value
    if ($options !== undefined && operators.$regex === undefined)
      throw new ConditionFault([...place, '$options'], '"$options" needs "$regex" next to it')
    const all = Object.entries(operators).map(([name, wanted]) => {
      const here = [...place, name]
      if (!this.dialect.operators.has(name))
        throw new ConditionFault(here, `There is no operator "${name}" here`)
      return name === '$regex'
        ? this.pattern(field, wanted, $options, here)
        : this.operator(field, name, wanted, here, depth)
    })
    return all.length === 1 && all[0] ? all[0] : { all }
  }

  private operator(field: Field, name: string, value: Json, place: Place, depth: number): Condition {
    const ordered = ORDERED[name]
    if (ordered) return this.ordered(field, ordered, value, place)
    switch (name) {
      case '$eq':
        return this.oneOf(field, [value], place)
      case '$ne':
        return this.notOneOf(field, [value], place)
      case '$in':
        return this.oneOf(field, listOf(value, place), place)
      case '$nin':
        return this.notOneOf(field, listOf(value, place), place)
      case '$exists':
        if (typeof value !== 'boolean') throw new ConditionFault(place, 'true or false is wanted here')
        return value
          ? this.test(field, { is: 'there' }, place)
          : { not: this.test(field, { is: 'there' }, place) }
      case '$all': {
        const { values, isWhole } = this.values(field, listOf(value, place), place)
        return isWhole ? this.test(field, { is: 'list_with', values }, place) : NEVER
      }
      case '$size':
        if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > MAX_SIZE)
          throw new ConditionFault(place, `A whole number from 0 to ${MAX_SIZE} is wanted here`)
        return this.test(field, { is: 'list_of', size: Number(value) }, place)
      case '$elemMatch':
        return this.test(field, { is: 'list_where', element: this.element(value, place, depth + 1) }, place)
      default:
        return { not: this.operators(field, objectOf(value, place), place, depth + 1) }
    }
  }

  private element(value: Json, place: Place, depth: number): Condition {
    const object = objectOf(value, place)
    const isOperators = Object.keys(object).some(
      (key) => key.startsWith('$') && this.dialect.operators.has(key),
    )
    return isOperators
      ? this.operators({ kind: 'element', path: [] }, object, place, depth)
      : this.all(object, place, depth, true)
  }

  private pattern(field: Field, value: Json, options: Json | undefined, place: Place): Condition {
    if (typeof value !== 'string') throw new ConditionFault(place, 'A text is wanted here')
    if (options !== undefined && options !== '' && options !== 'i')
      throw new ConditionFault(place, 'The only option is "i"')
    const pattern = readTextPattern(value, { ignoreCase: options === 'i' }, this.effort)
    if (typeof pattern === 'string') throw new ConditionFault(place, `The pattern is refused: ${pattern}`)
    return this.test(field, { is: 'like', pattern }, place)
  }

  private ordered(
    field: Field,
    is: 'less' | 'at_most' | 'more' | 'at_least',
    value: Json,
    place: Place,
  ): Condition {
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new ConditionFault(place, 'A text or a number is wanted here')
    const { values, isWhole } = this.values(field, [value], place)
    const [than] = values
    if (!isWhole || (typeof than !== 'string' && typeof than !== 'number')) return NEVER
    return this.test(field, { is, than }, place)
  }

  private oneOf(field: Field, given: readonly Json[], place: Place): Condition {
    return this.test(field, { is: 'one_of', values: this.values(field, given, place).values }, place)
  }

  /** What a caller lacks never matches a value that is empty, so its opposite does not either. */
  private notOneOf(field: Field, given: readonly Json[], place: Place): Condition {
    const { values, isWhole } = this.values(field, given, place)
    const differs: Condition = { not: this.test(field, { is: 'one_of', values }, place) }
    if (isWhole) return differs
    return { all: [differs, { not: { field, test: { is: 'one_of', values: ['', null] } } }] }
  }

  /** With what they name put in; those that name something missing are left out. */
  private values(field: Field, given: readonly Json[], place: Place): { values: Json[]; isWhole: boolean } {
    if (given.length > MAX_VALUES)
      throw new ConditionFault(place, `At most ${MAX_VALUES} values can be given`)
    this.effort.spend(given.length * STEPS_OF_A_VALUE)
    const values = given.flatMap((value) => this.meant(field, value, place))
    return { values, isWhole: values.length === given.length }
  }

  /** The value as it is compared; nothing when what it names is missing, or is no time where a time is wanted. */
  private meant(field: Field, value: Json, place: Place): Json[] {
    if (typeof value !== 'string') return [oneSpelling(value, place)]
    const text = this.dialect.expand(value)
    if (text === null) return []
    if (field.kind !== 'own' || OWN_FIELDS[field.name] !== 'time') return [text]
    const time = new Date(text)
    const year = time.getUTCFullYear()
    if (year >= 1 && year <= 9999) return [time.toISOString()]
    if (text !== value) return []
    throw new ConditionFault(place, `"${value}" is not a time in the years 1 to 9999`)
  }

  private test(field: Field, test: Test, place: Place): Condition {
    this.leaf(place)
    return { field, test }
  }

  private leaf(place: Place): void {
    this.effort.spend(STEPS_OF_A_LEAF)
    if (++this.leaves > MAX_LEAVES)
      throw new ConditionFault(place, `At most ${MAX_LEAVES} conditions can be given`)
  }
}

/** JSON has one zero, and no numbers beyond all bounds. */
function oneSpelling(value: Json, place: Place): Json {
  const text = JSON.stringify(value, (_, part) => {
    if (typeof part === 'number' && !Number.isFinite(part))
      throw new ConditionFault(place, 'The number is too large')
    return part
  })
  return JSON.parse(text)
}

/** The schema says nothing about the inside of elements, so the names themselves are bounded. */
function elementPath(name: string, place: Place): string[] {
  const path = name.split('.', MAX_PATH + 1)
  if (path.length > MAX_PATH || !path.every(isFieldName))
    throw new ConditionFault(place, `"${name.slice(0, 80)}" cannot be the name of a field`)
  return path
}

function objectOf(json: unknown, place: Place): { [key: string]: Json } {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new ConditionFault(place, 'An object is wanted here')
  return json as { [key: string]: Json } // it stems from JSON
}

function entriesOf(json: unknown, place: Place): Entries {
  return Object.entries(objectOf(json, place))
}

function listOf(value: Json, place: Place): readonly Json[] {
  if (!Array.isArray(value)) throw new ConditionFault(place, 'A list is wanted here')
  return value
}
