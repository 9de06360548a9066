/**
 * What stands in the engine before a script begins. It is text, since it never runs out here. It keeps what it needs of
 * the language for itself, because a script may change everything that it can reach; what it returns is checked again
 * outside.
 */
import type { SandboxKind } from './messages.ts'

/** The value of this text is an object of functions, which `sandbox.ts` calls. */
export function textInside(kind: SandboxKind): string {
  return `(() => {
'use strict'
${SHARED}
${kind === 'expressions' ? EXPRESSIONS : BODIES}
})()`
}

const MOST_LOG_LINES = 200
const MOST_LOG_CHARACTERS = 32_768
const MOST_MESSAGE_CHARACTERS = 2000

/** Shared memory is not counted by the engine's limit, and the finest clock is of no use here. */
const SHARED = `
const { parse, stringify } = JSON
const { apply, construct, defineProperty, deleteProperty } = Reflect
const { slice } = String.prototype
const { isPrototypeOf } = Object.prototype
const promises = Promise.prototype
const rangeErrors = RangeError.prototype
const text = String
for (const name of ['SharedArrayBuffer', 'Atomics', 'performance']) deleteProperty(globalThis, name)

const cut = (string, length) => (string.length > length ? apply(slice, string, [0, length]) + '…' : string)

function onlyJson(key, value) {
  const type = typeof value
  if (type === 'function' || type === 'symbol' || type === 'bigint') {
    throw new TypeError('a ' + type + ' cannot be part of the result, which must be JSON')
  }
  return value
}

function write(value, most) {
  if (value === undefined) return 'vnull'
  if (typeof value === 'object' && value !== null && apply(isPrototypeOf, promises, [value])) {
    throw new TypeError('the result is a promise; await it in the body of a script')
  }
  let json
  try {
    json = stringify(value, onlyJson)
  } catch (error) {
    if (apply(isPrototypeOf, rangeErrors, [error]) && error.message === 'Maximum call stack size exceeded') return 'd'
    throw error
  }
  if (json === undefined) return 'vnull'
  return json.length > most ? 'l' : 'v' + json
}

function describe(thrown) {
  let name = ''
  let message = 'something was thrown that cannot be shown'
  let stack = ''
  try {
    if (typeof thrown === 'object' && thrown !== null) {
      name = text(thrown.name ?? '')
      message = thrown.message === undefined ? stringify(thrown) : text(thrown.message)
      stack = text(thrown.stack ?? '')
    } else {
      message = text(thrown)
    }
  } catch {}
  return stringify([cut(name, 100), cut(text(message), ${MOST_MESSAGE_CHARACTERS}), cut(stack, 4000)])
}
`

const EXPRESSIONS = `
const RealDate = Date
const noClock = () => {
  throw new Error('expressions have no clock: pass the moment as a variable')
}
function ClocklessDate(...given) {
  if (!new.target || given.length === 0) noClock()
  return construct(RealDate, given, new.target)
}
defineProperty(ClocklessDate, 'name', { value: 'Date' })
defineProperty(ClocklessDate, 'prototype', { value: RealDate.prototype, writable: false })
for (const name of ['UTC', 'parse']) {
  defineProperty(ClocklessDate, name, { value: RealDate[name], writable: true, configurable: true })
}
defineProperty(ClocklessDate, 'now', { value: noClock, writable: true, configurable: true })
defineProperty(RealDate.prototype, 'constructor', { value: ClocklessDate, writable: true, configurable: true })
globalThis.Date = ClocklessDate
Math.random = () => {
  throw new Error('expressions have no chance: Math.random is only in the body of a script')
}

let variables
return {
  describe,
  prepare(values) {
    variables = parse(values)
  },
  evaluate: (compiled, most) => write(apply(compiled, undefined, variables), most),
}
`

const BODIES = `
const { then } = promises
const errors = Error.prototype

let a = 0, b = 0, c = 0, d = 0
Math.random = () => {
  const t = (((a + b) | 0) + d) | 0
  d = (d + 1) | 0
  a = b ^ (b >>> 9)
  b = (c + (c << 3)) | 0
  c = (((c << 21) | (c >>> 11)) + t) | 0
  return (t >>> 0) / 4294967296
}

let written = ''
let lines = 0
let leftOut = 0
function show(value) {
  if (typeof value === 'string') return value
  try {
    if (typeof value !== 'object' || value === null) return text(value)
    if (apply(isPrototypeOf, errors, [value])) return text(value.name) + ': ' + text(value.message)
    return text(stringify(value))
  } catch {
    return '(a value that cannot be shown)'
  }
}
function log(...values) {
  if (lines >= ${MOST_LOG_LINES} || written.length >= ${MOST_LOG_CHARACTERS}) {
    leftOut++
    return
  }
  let line = ''
  for (let i = 0; i < values.length; i++) line += (i > 0 ? ' ' : '') + show(values[i])
  written += (lines > 0 ? ',' : '') + stringify(cut(line, ${MOST_LOG_CHARACTERS} - written.length))
  lines++
}
globalThis.console = { log, info: log, warn: log, error: log, debug: log }

let outcome = 'pending'
let result
return {
  describe,
  logs: () => '[[' + written + '],' + leftOut + ']',
  start(compiled, values, seed) {
    const numbers = parse(seed)
    a = numbers[0]
    b = numbers[1]
    c = numbers[2]
    d = numbers[3]
    const settle = (how) => (value) => {
      outcome = how
      result = value
    }
    apply(then, apply(compiled, undefined, parse(values)), [settle('returned'), settle('threw')])
  },
  finish(most) {
    if (outcome === 'pending') return 'p'
    if (outcome === 'threw') throw result
    return write(result, most)
  },
}
`
