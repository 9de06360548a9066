/** What values of a definition may be; each check adds what is wrong to the findings. */
import { MOST_DURATION_MS, readDuration } from './duration.ts'
import { readExpression } from './expression.ts'
import { type Check, type Findings, isObject, type Place } from './findings.ts'

export const MAX_EXPRESSIONS = 500
const MAX_DEPTH = 100
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/
const MAX_NAME = 64

/** An object with these fields only. */
export function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, place, findings) => {
    if (!isObject(value)) return findings.add(place, 'dict_type', 'Input should be a valid dictionary')
    for (const name of required) if (!Object.hasOwn(value, name)) findings.missing([...place, name])
    for (const [name, one] of Object.entries(value)) {
      if (Object.hasOwn(fields, name)) fields[name]?.(one, [...place, name], findings)
      else
        findings.wrong(
          [...place, name],
          `"${shown(name)}" is not supported here; use ${or(Object.keys(fields))}`,
        )
    }
  }
}

/** An object whose names are free. */
export function named(each: Check): Check {
  return (value, place, findings) => {
    if (!isObject(value)) return findings.add(place, 'dict_type', 'Input should be a valid dictionary')
    for (const [name, one] of Object.entries(value)) {
      checkName(name, [...place, name], findings)
      each(one, [...place, name], findings)
    }
  }
}

export const anyObject: Check = (value, place, findings) => {
  if (!isObject(value)) findings.add(place, 'dict_type', 'Input should be a valid dictionary')
}

export function checkName(name: string, place: Place, findings: Findings): void {
  if (name.length > MAX_NAME) {
    findings.add(place, 'string_too_long', `String should have at most ${MAX_NAME} characters`)
    // Every JavaScript object seems to have the latter.
  } else if (!NAME.test(name) || name in Object.prototype) {
    findings.wrong(place, 'a name has letters, digits, _ and -, and begins with a letter or _')
  }
}

/** A text that means itself. */
export function text({ most, pattern, hint }: { most: number; pattern?: RegExp; hint?: string }): Check {
  return (value, place, findings) => {
    if (typeof value !== 'string') return findings.add(place, 'string_type', 'Input should be a valid string')
    if (value.length === 0)
      return findings.add(place, 'string_too_short', 'String should have at least 1 character')
    if (value.length > most)
      return findings.add(place, 'string_too_long', `String should have at most ${most} characters`)
    if (pattern && !pattern.test(value)) findings.wrong(place, hint ?? `use the form ${pattern.source}`)
  }
}

export function oneOf(words: readonly string[]): Check {
  return (value, place, findings) => {
    if (typeof value !== 'string' || !words.includes(value))
      findings.add(place, 'literal_error', `Input should be ${or(words.map((word) => `'${word}'`))}`)
  }
}

export function integer(least: number, most: number): Check {
  return (value, place, findings) => {
    if (!Number.isInteger(value)) return findings.add(place, 'int_type', 'Input should be a valid integer')
    if (Number(value) < least)
      return findings.add(place, 'greater_than_equal', `Input should be greater than or equal to ${least}`)
    if (Number(value) > most)
      findings.add(place, 'less_than_equal', `Input should be less than or equal to ${most}`)
  }
}

export const flag: Check = (value, place, findings) => {
  if (typeof value !== 'boolean') findings.add(place, 'bool_type', 'Input should be a valid boolean')
}

/** At least so many milliseconds. */
export function duration(least: number): Check {
  return (value, place, findings) => {
    const ms = readDuration(value)
    if (ms === null) return findings.wrong(place, 'write a duration as PT5S or P1DT2H, or as {"seconds": 5}')
    if (ms < least) findings.wrong(place, 'the duration must be longer than nothing')
    if (ms > MOST_DURATION_MS) findings.wrong(place, 'the duration is at most 365 days')
  }
}

/** A condition or a list that is worked out: no other text makes sense there. */
export const expression: Check = (value, place, findings) => {
  if (typeof value !== 'string') return findings.add(place, 'string_type', 'Input should be a valid string')
  if (readExpression(value).kind === 'literal')
    return findings.wrong(place, `write an expression: \${ … } around the whole text`)
  template(value, place, findings)
}

/** Where an expression may stand in place of the value, which is checked when it is worked out. */
export function orExpression(check: Check): Check {
  return (value, place, findings) => {
    const isExpression = typeof value === 'string' && readExpression(value).kind !== 'literal'
    if (!isExpression) check(value, place, findings)
    template(value, place, findings)
  }
}

/** Any JSON; the texts in it may be expressions. */
export const template: Check = (value, place, findings) => {
  if (typeof value === 'string') return checkText(value, place, findings)
  if (typeof value === 'number' && !Number.isFinite(value))
    return findings.add(place, 'finite_number', 'Input should be a finite number')
  if (typeof value !== 'object' || value === null) return
  if (place.length > MAX_DEPTH) return findings.wrong(place, 'the value is nested too deeply')
  const inside = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, one] of inside) template(one, [...place, key], findings)
}

export function or(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** A name as sentences show it. */
export function shown(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}

function checkText(value: string, place: Place, findings: Findings): void {
  const read = readExpression(value)
  if (read.kind === 'literal') {
    if (value.includes('${')) findings.wrong(place, MIXED)
    return
  }
  if (++findings.expressions === MAX_EXPRESSIONS + 1)
    findings.wrong(place, `a definition has at most ${MAX_EXPRESSIONS} expressions`)
  if (read.kind === 'path') return
  if (read.code === '') findings.wrong(place, 'the expression is empty')
  else findings.scripts.push({ code: read.code, form: 'expression', place })
}

const MIXED =
  'an expression must be the whole text; write the text around it inside of it, ' +
  'such as ${ "Hello " + $input.name }'
