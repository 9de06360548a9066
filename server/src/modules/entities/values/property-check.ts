/** The checks that a property asks of its values, compiled once for each schema. */
import { isDeepStrictEqual } from 'node:util'
import { RE2JS } from 're2js'
import type { Json } from '../conditions/condition.ts'
import { type EntitySchema, type Property, type PropertyType, typesOf } from '../schemas/entity-schema.ts'
import type { Check, Run, Values } from './check-run.ts'
import { formatCheck } from './formats.ts'
import { keywordCheck, prefixOf } from './keyword-check.ts'
import {
  MISSING,
  NOT_FINITE,
  noMatch,
  notOneOf,
  tooFew,
  tooLarge,
  tooLong,
  tooMany,
  tooShort,
  tooSmall,
  wrongFormat,
  wrongType,
} from './value-faults.ts'

export interface Shape {
  checks: ReadonlyMap<string, Check>
  required: readonly string[]
  /** Required, and null is none of their types. */
  neverNull: ReadonlySet<string>
}

const shapes = new WeakMap<object, Shape>()
const checkers = new WeakMap<Property, Check>()

export function shapeOf(source: EntitySchema | Property): Shape {
  let shape = shapes.get(source)
  if (!shape) {
    const properties = source.properties ?? {}
    const required = source.required ?? []
    const checks = new Map(Object.entries(properties).map(([name, one]) => [name, checkerOf(one)]))
    const neverNull = required.filter((name) => !(typesOf(properties[name] ?? {})?.includes('null') ?? true))
    shape = { checks, required, neverNull: new Set(neverNull) }
    shapes.set(source, shape)
  }
  return shape
}

export function checkMissing({ required }: Shape, values: Values, run: Run): void {
  for (const name of required)
    if (!Object.hasOwn(values, name) || values[name] === undefined) run.inside(name, () => run.add(MISSING))
}

export function checkFields(
  shape: Shape,
  values: Values,
  run: Run,
  isPassedOver?: (name: string) => boolean,
): void {
  for (const [name, value] of Object.entries(values)) {
    const check = shape.checks.get(name)
    if (isPassedOver && (!check || isPassedOver(name))) continue
    if (value === undefined || (value === null && !shape.neverNull.has(name))) continue
    run.inside(name, () => (check ?? checkAnything)(value, run))
  }
}

export function checkerOf(property: Property): Check {
  let check = checkers.get(property)
  if (!check) {
    check = compile(property)
    checkers.set(property, check)
  }
  return check
}

/** The type decides which of the other checks there are. */
function compile(property: Property): Check {
  const types = typesOf(property)
  const isChoice = property.enum && oneOfCheck(property.enum)
  const checkText = textCheck(property)
  const checkKeywords = keywordCheck(property, checkerOf)
  return (value, run) => {
    if (types && !types.some((type) => isOfType(type, value))) return run.add(wrongType(types, value))
    if (isChoice && !isChoice(value)) return run.add(notOneOf(property.enum ?? []))
    if (typeof value === 'string') checkText(value, run)
    else if (typeof value === 'number') checkNumber(property, value, run)
    else if (Array.isArray(value)) checkList(property, value, run)
    else if (isObject(value)) checkObject(property, value, run)
    checkKeywords?.(value, run)
  }
}

function isOfType(type: PropertyType, value: Json): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value) || value === Infinity || value === -Infinity // reported as what they are
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function oneOfCheck(choices: readonly Json[]): (value: Json) => boolean {
  const scalars = new Set<Json>(choices.filter((one) => typeof one !== 'object' || one === null))
  const others = choices.filter((one) => typeof one === 'object' && one !== null)
  return (value) => scalars.has(value) || others.some((one) => isDeepStrictEqual(one, value))
}

function textCheck({ minLength = 0, maxLength = Infinity, pattern, format }: Property): Check {
  const matcher = pattern === undefined ? null : RE2JS.compile(pattern)
  const isOfFormat = format === undefined ? undefined : formatCheck(format)
  return (value, run) => {
    const text = String(value)
    if (text.length > maxLength && lengthOf(text) > maxLength) return run.add(tooLong(maxLength))
    if (text.length < 2 * minLength && lengthOf(text) < minLength) return run.add(tooShort(minLength))
    if (isOfFormat && !isOfFormat(text)) run.add(wrongFormat(format ?? ''))
    if (!matcher) return
    if (!run.mayTake(text.length * matcher.programSize())) return
    if (!matcher.test(text)) run.add(noMatch(pattern ?? ''))
  }
}

/** In code points: what lies beyond the basic plane is one character. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function checkNumber({ minimum = -Infinity, maximum = Infinity }: Property, value: number, run: Run): void {
  if (!Number.isFinite(value)) run.add(NOT_FINITE)
  else if (value < minimum) run.add(tooSmall(minimum))
  else if (value > maximum) run.add(tooLarge(maximum))
}

function checkList(property: Property, list: readonly Json[], run: Run): void {
  const { minItems = 0, maxItems = Infinity, items } = property
  if (list.length < minItems) run.add(tooFew(minItems, list.length))
  if (list.length > maxItems) run.add(tooMany(maxItems, list.length))
  const check = items ? checkerOf(items) : checkAnything
  const others = prefixOf(property).length
  for (const [index, one] of list.entries()) {
    if (index < others) continue
    if (run.isOver) return
    run.inside(index, () => check(one, run))
  }
}

function checkObject(property: Property, object: Values, run: Run): void {
  const shape = shapeOf(property)
  checkMissing(shape, object, run)
  checkFields(shape, object, run)
}

/** Where nothing is declared: a number that JSON cannot hold would be stored as nothing. */
function checkAnything(value: Json, run: Run): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) run.add(NOT_FINITE)
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) run.inside(index, () => checkAnything(one, run))
  } else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) run.inside(name, () => checkAnything(one, run))
  }
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
