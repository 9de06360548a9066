/** `{{…}}` in steps: the test user, secrets of the app, and what earlier steps read. */
import { REDACTED } from '../../../platform/text/redact.ts'

/** No value stands behind a name. The message says what to do about it. */
export class NoSuchValue extends Error {
  override readonly name = 'NoSuchValue'
}

/** The names between braces, each once. */
export function variablesIn(...texts: readonly (string | null | undefined)[]): string[] {
  const found = texts.flatMap((text) =>
    [...(text ?? '').matchAll(VARIABLE)].map(([, name = '']) => name.trim()),
  )
  return [...new Set(found)]
}

export function isVariableName(name: string): boolean {
  return NAME.test(name)
}

/** Whether the value behind it must not be shown. */
export function isSecretVariable(name: string): boolean {
  return name === 'test_user.password' || name.startsWith('secrets.')
}

/** Those among them whose values may be shown. */
export function openNamesOf(names: ReadonlySet<string> | null): ReadonlySet<string> {
  return new Set([...(names ?? [])].filter((name) => !isSecretVariable(name)))
}

export interface FillOptions {
  values: ReadonlyMap<string, string>
  /** Those of other names stay as they are written: strangers may have written them. Null: all are filled in. */
  only: ReadonlySet<string> | null
}

/** The text with its values. What a value says is not looked at again. Throws `NoSuchValue`. */
export function fillIn(text: string, { values, only }: FillOptions): string {
  let length = text.length
  return text.replace(VARIABLE, (written, inner: string) => {
    const name = inner.trim()
    if (only && !only.has(name)) return written
    const value = values.get(name)
    if (value === undefined) throw new NoSuchValue(problemOf(name))
    length += value.length
    if (length > MAX_FILLED) throw new NoSuchValue(`With the value of {{${name}}} the text becomes too long.`)
    return value
  })
}

/** For readers of words: a value that stands alone is quoted, so that it is not taken for words of the step. */
export function fillInQuoted(text: string, options: FillOptions): string {
  return text.replace(VARIABLE, (written, _, at: number) => {
    const value = fillIn(written, options)
    if (value === written) return written
    const before = text.slice(0, at)
    const isAlone =
      /^\s?$/.test(before.slice(-1)) && /^(?:$|[\s.,;:!?])/.test(text.slice(at + written.length))
    return isAlone && !isWithinQuotes(before) && !ADDRESS.test(value) ? inQuotes(plain(value)) : plain(value)
  })
}

function isWithinQuotes(before: string): boolean {
  const count = (mark: string) => before.split(mark).length - 1
  return count('“') > count('”') || count('"') % 2 === 1
}

const ADDRESS = /^(?:https?:\/\/|\/)\S*$/

function inQuotes(value: string): string {
  const pair = ['“”', '""', '«»'].find(
    ([open = '', close = '']) => !value.includes(open) && !value.includes(close),
  )
  return pair === undefined ? value : `${pair[0]}${value}${pair[1]}`
}

/** Of one line, as pages show it. */
function plain(value: string): string {
  return value.replaceAll(/\s+/g, ' ').trim()
}

/** For those who read about it: what must not be shown is replaced. */
export function fillInToShow(text: string, options: FillOptions): string {
  const shown = new Map(
    [...options.values].map(([name, value]) => [name, isSecretVariable(name) ? REDACTED : value]),
  )
  return fillIn(text, { ...options, values: shown })
}

/** The text with the names where their values stand, so that it holds for other values too; the longest value first. */
export function withNames(text: string, { values, only }: FillOptions): string {
  const named = [...(only ?? [])]
    .flatMap((name) => {
      const value = values.get(name) ?? ''
      return [...new Set([value, plain(value)])].map((form) => ({ name, value: form }))
    })
    .filter(({ value }) => value.length >= SHORTEST)
    .sort((one, other) => other.value.length - one.value.length)
  if (named.length === 0) return text
  const pattern = new RegExp(named.map(({ value }) => RegExp.escape(value)).join('|'), 'g')
  return text.replace(pattern, (found) => `{{${named.find(({ value }) => value === found)?.name}}}`)
}

/** What a text may come to: a value can stand in it many times. */
const MAX_FILLED = 65_536
/** A shorter one stands in other words by chance. */
const SHORTEST = 3
const VARIABLE = /\{\{([^{}]{1,200})\}\}/g
const NAME = /^(?:test_user\.(?:email|password)|secrets\.[A-Za-z_]\w{0,127}|[A-Za-z]\w{0,63})$/

function problemOf(name: string): string {
  if (name.startsWith('test_user.'))
    return `There is no {{${name}}}, since nobody signs in: give the test a role.`
  if (name.startsWith('secrets.'))
    return `The app has no secret ${name.slice('secrets.'.length)}: set it first.`
  return `There is no value for {{${name}}}: no earlier step has read it.`
}
