/** The keywords of JSON Schema that ask more of one value than its type, its choices and its bounds. */
import { isDeepStrictEqual } from 'node:util'
import { RE2JS } from 're2js'
import type { Json } from '../conditions/condition.ts'
import type { Property } from '../schemas/entity-schema.ts'
import type { Check, Run, Values } from './check-run.ts'
import { isMultiple } from './decimals.ts'
import { spelling } from './spelling.ts'
import {
  MISSING,
  noMultiple,
  notLessThan,
  notMoreThan,
  notOneOf,
  tooFewFields,
  tooManyFields,
  wrong,
} from './value-faults.ts'

/** What a keyword takes for a schema; `false` is one that nothing fits. */
type Sub = Property | boolean
type CheckerOf = (property: Property) => Check

/** Null when the property has none of them, as most. What is no such keyword's value is passed over: it is refused when it is saved. */
export function keywordCheck(property: Property, checkerOf: CheckerOf): Check | null {
  const of = (sub: Sub): Check => (typeof sub === 'boolean' ? (sub ? pass : refuseAny) : checkerOf(sub))
  const checks = [
    ...ofAny(property, of),
    ...ofNumbers(property).map((check) => only('number', check)),
    ...ofLists(property, of).map((check) => onlyLists(check)),
    ...ofObjects(property, of).map((check) => onlyObjects(check)),
  ]
  if (checks.length === 0) return null
  return (value, run) => {
    for (const check of checks) if (!run.isOver) check(value, run)
  }
}

/** The first items of a list have schemas of their own; those behind fall under `items`. */
export function prefixOf({ prefixItems }: Property): readonly Sub[] {
  return listOf(prefixItems) ?? []
}

const pass: Check = () => {}
const refuseAny: Check = (_, run) => run.add(wrong('nothing may stand here'))

function ofAny(property: Property, of: (sub: Sub) => Check): Check[] {
  const checks: Check[] = []
  const wanted = property.const as Json | undefined
  if (wanted !== undefined)
    checks.push((value, run) => {
      if (!isDeepStrictEqual(value, wanted)) run.add(['literal_error', notOneOf([wanted])[1]])
    })
  for (const check of each(property.allOf, of)) checks.push((value, run) => run.apply(check, value))
  const anyOf = each(property.anyOf, of)
  if (anyOf.length > 0)
    checks.push((value, run) => {
      if (!anyOf.some((check) => run.fits(check, value))) run.add(wrong('it fits none of "anyOf"'))
    })
  const oneOf = each(property.oneOf, of)
  if (oneOf.length > 0)
    checks.push((value, run) => {
      const count = oneOf.filter((check) => run.fits(check, value)).length
      if (count !== 1) run.add(wrong(`it must fit exactly one of "oneOf", not ${count}`))
    })
  if (isSub(property.not)) {
    const check = of(property.not)
    checks.push((value, run) => {
      if (run.fits(check, value)) run.add(wrong('it must not fit "not"'))
    })
  }
  if (isSub(property.if)) {
    const [condition, then, otherwise] = [property.if, property.then ?? true, property.else ?? true].map(
      (sub) => (isSub(sub) ? of(sub) : pass),
    ) as [Check, Check, Check]
    checks.push((value, run) => run.apply(run.fits(condition, value) ? then : otherwise, value))
  }
  return checks
}

function ofNumbers({ multipleOf, exclusiveMinimum: low, exclusiveMaximum: high }: Property) {
  const checks: ((value: number, run: Run) => void)[] = []
  if (typeof low === 'number') checks.push((value, run) => value <= low && run.add(notMoreThan(low)))
  if (typeof high === 'number') checks.push((value, run) => value >= high && run.add(notLessThan(high)))
  if (typeof multipleOf === 'number' && multipleOf > 0)
    checks.push((value, run) => {
      if (Number.isFinite(value) && !isMultiple(value, multipleOf)) run.add(noMultiple(multipleOf))
    })
  return checks
}

function ofLists(property: Property, of: (sub: Sub) => Check) {
  const checks: ((list: readonly Json[], run: Run) => void)[] = []
  const prefix = prefixOf(property).map(of)
  if (prefix.length > 0)
    checks.push((list, run) => {
      for (const [index, check] of prefix.slice(0, list.length).entries())
        run.inside(index, () => check(list[index] as Json, run))
    })
  if (property.uniqueItems === true)
    checks.push((list, run) => {
      const seen = new Set<string>()
      const twice = list.findIndex((one) => seen.size === seen.add(spelling(one)).size)
      if (run.mayTake(list.length) && twice >= 0)
        run.inside(twice, () => run.add(wrong('this stands in the list twice')))
    })
  if (isSub(property.contains)) {
    const check = of(property.contains)
    const { minContains = 1, maxContains = Infinity } = property
    checks.push((list, run) => {
      const count = list.filter((one) => run.fits(check, one)).length
      if (count < Number(minContains) || count > Number(maxContains))
        run.add(
          wrong(
            `${count} items are as "contains" asks, which are too ${count < Number(minContains) ? 'few' : 'many'}`,
          ),
        )
    })
  }
  return checks
}

function ofObjects(property: Property, of: (sub: Sub) => Check) {
  const checks: ((object: Values, run: Run) => void)[] = []
  const { minProperties: fewest, maxProperties: most } = property
  if (typeof fewest === 'number')
    checks.push((object, run) => Object.keys(object).length < fewest && run.add(tooFewFields(fewest)))
  if (typeof most === 'number')
    checks.push((object, run) => Object.keys(object).length > most && run.add(tooManyFields(most)))
  for (const [name, needed] of entriesOf<string[]>(property.dependentRequired, Array.isArray))
    checks.push((object, run) => {
      if (!Object.hasOwn(object, name)) return
      for (const other of needed) if (!Object.hasOwn(object, other)) run.inside(other, () => run.add(MISSING))
    })
  for (const [name, sub] of entriesOf(property.dependentSchemas, isSub)) {
    const check = of(sub)
    checks.push((object, run) => Object.hasOwn(object, name) && run.apply(check, object))
  }
  if (isSub(property.propertyNames)) {
    const check = of(property.propertyNames)
    checks.push((object, run) => {
      for (const name of Object.keys(object)) run.inside(name, () => run.apply(check, name))
    })
  }
  return [...checks, ...ofOtherFields(property, of)]
}

/** Fields by the pattern of their names, and those that are neither declared nor fit one. */
function ofOtherFields(property: Property, of: (sub: Sub) => Check) {
  const patterns = entriesOf(property.patternProperties, isSub).map(([pattern, sub]) => ({
    matcher: RE2JS.compile(pattern),
    check: of(sub),
  }))
  const rest = property.additionalProperties
  const checkRest = isSub(rest) && rest !== true ? (rest === false ? refuseOther : of(rest)) : null
  if (patterns.length === 0 && !checkRest) return []
  const declared = property.properties ?? {}
  return [
    (object: Values, run: Run) => {
      for (const [name, value] of Object.entries(object)) {
        const fitting = patterns.filter(
          ({ matcher }) => run.mayTake(name.length * matcher.programSize()) && matcher.test(name),
        )
        for (const { check } of fitting) run.inside(name, () => run.apply(check, value))
        if (checkRest && fitting.length === 0 && !Object.hasOwn(declared, name))
          run.inside(name, () => run.apply(checkRest, value))
      }
    },
  ]
}

const refuseOther: Check = (_, run) =>
  run.add(wrong('there is no such field here, and others are not allowed'))

function only(type: 'number', check: (value: number, run: Run) => void): Check {
  return (value, run) => {
    if (typeof value === type) check(value as number, run)
  }
}

function onlyLists(check: (list: readonly Json[], run: Run) => void): Check {
  return (value, run) => {
    if (Array.isArray(value)) check(value, run)
  }
}

function onlyObjects(check: (object: Values, run: Run) => void): Check {
  return (value, run) => {
    if (isObject(value)) check(value as Values, run)
  }
}

function each(list: unknown, of: (sub: Sub) => Check): Check[] {
  return (listOf(list) ?? []).map(of)
}

function listOf(list: unknown): Sub[] | null {
  return Array.isArray(list) ? list.filter(isSub) : null
}

function isSub(value: unknown): value is Sub {
  return typeof value === 'boolean' || isObject(value)
}

function entriesOf<Value>(map: unknown, isValue: (value: unknown) => value is Value): [string, Value][] {
  if (!isObject(map)) return []
  return Object.entries(map).filter((entry): entry is [string, Value] => isValue(entry[1]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
