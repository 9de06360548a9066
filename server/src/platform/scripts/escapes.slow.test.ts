/** What scripts try in order to get out, to stay, or to take more than is theirs; after each the next one is served. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScripts } from './create-scripts.ts'
import type { ScriptFault, ScriptFaultCode, Scripts } from './scripts.ts'

let scripts: Scripts
beforeAll(() => {
  scripts = createScripts({ threads: 1, graceMilliseconds: 300 })
})
afterAll(() => scripts.close())

/** What is to be held by another limit than time has plenty of it, on a busy machine too. */
const LIMITS = { milliseconds: 20_000, bytes: 8 * 1024 * 1024, outputBytes: 1000 }
const SHORT = { ...LIMITS, milliseconds: 40 }
const limitsFor = (outcome: Outcome) => (outcome === LATE ? SHORT : LIMITS)
const VARIABLES = { $input: { list: [3, 1, 2], text: 'text' } }

type Outcome = { value: unknown } | { fault: ScriptFaultCode; says?: RegExp }
type Case = [attempt: string, code: string, outcome: Outcome]

const ABSENT = { value: 'undefined' }
const LATE: Outcome = { fault: 'script_timed_out' }
const NO_MEMORY: Outcome = { fault: 'script_out_of_memory' }
const TOO_LARGE: Outcome = { fault: 'script_output_too_large' }
const threw = (says: RegExp): Outcome => ({ fault: 'script_threw', says })

const HOST_NAMES =
  `process require module exports global Buffer fetch WebSocket XMLHttpRequest setTimeout setInterval
  setImmediate WebAssembly SharedArrayBuffer Atomics performance Worker postMessage parentPort workerData Deno Bun std os
  navigator document window self structuredClone crypto scriptArgs print load quit gc ShadowRealm`.split(
    /\s+/,
  )

const OUT: Case[] = [
  ...HOST_NAMES.map((name): Case => [`to use ${name}`, `typeof ${name}`, ABSENT]),
  [
    'to find what the host left in the global object',
    `Object.getOwnPropertyNames(globalThis).filter((name) => /host|qts|quick|emscripten|inside|script/i.test(name))`,
    { value: [] },
  ],
  ['to find a console where there is none', 'typeof console', ABSENT],
  ['the constructor of a constructor', `(() => {}).constructor('return typeof process')()`, ABSENT],
  ['the constructor of an async function', `(async () => {}).constructor.name`, { value: 'AsyncFunction' }],
  ['the constructor of a variable', `$input.constructor.constructor('return typeof require')()`, ABSENT],
  ['the global object by a sloppy function', `Function('return typeof this.process')()`, ABSENT],
  ['indirect eval', `(0, eval)('typeof process')`, ABSENT],
  ['to import a module', `import('node:fs')`, threw(/promise/)],
  ['to name the module itself', 'import.meta', { fault: 'script_syntax' }],
  ['the callers of the function', '(function f() { return f.caller })()', threw(/TypeError/)],
  ['arguments of the caller', '(function f() { return f.arguments })()', threw(/TypeError/)],
  [
    'frames of the host in a stack',
    `new Error().stack.split('\\n').filter((line) => /node:|file:|wasm|\\.ts/.test(line))`,
    { value: [] },
  ],
  [
    'a host function in a stack trace',
    `Error.prepareStackTrace = (error, frames) => frames, typeof new Error().stack`,
    { value: 'object' },
  ],
  ['to close the wrapper', '1)}), globalThis.leaked = 1, (function(){return (1', { fault: 'script_syntax' }],
  ['to close the wrapper by a comment', '1 /*', { fault: 'script_syntax' }],
  ['to comment the wrapper away', '1 //', { value: 1 }],
  ['to comment the wrapper away, as pages do', '1 <!-- 2', { value: 1 }],
  ['another text by the end of a line', '1\u2028//', { value: 1 }],
  ['a statement', 'while (false) {}', { fault: 'script_syntax' }],
]

const CLOCK: Case[] = [
  ['the time', 'Date.now()', threw(/no clock/)],
  ['the time of a new date', 'new Date()', threw(/no clock/)],
  ['the time as a text', 'Date()', threw(/no clock/)],
  ['the time by the constructor of a date', 'new (new Date(0).constructor)()', threw(/no clock/)],
  ['the time by a subclass', 'new (class extends Date {})()', threw(/no clock/)],
  ['the time by Reflect', 'Reflect.construct(Date, [])', threw(/no clock/)],
  ['the time by the prototype of the constructor', 'typeof Object.getPrototypeOf(Date).now', ABSENT],
  ['chance', 'Math.random()', threw(/no chance/)],
  ['the time zone of the server', 'new Date(1750000000000).getTimezoneOffset()', { value: 0 }],
]

const HELD: Case[] = [
  ['an endless loop', '(() => { for (;;); })()', LATE],
  ['a loop that catches its end', '(() => { for (;;) try { for (;;); } catch {} })()', LATE],
  ['a loop in finally', '(() => { try { for (;;); } finally { for (;;); } })()', LATE],
  ['a pattern that backtracks', `/(a+)+$/.test('a'.repeat(40) + 'b')`, LATE],
  ['a loop in toJSON', '({ toJSON() { for (;;); } })', LATE],
  ['a loop in a getter', '({ get a() { for (;;); } })', LATE],
  ['a loop in a proxy', 'new Proxy({}, { ownKeys() { for (;;); } })', LATE],
  [
    'a loop in what is thrown',
    '(() => { throw { get message() { for (;;); } } })()',
    threw(/cannot be shown/),
  ],
  [
    'a generator without an end',
    '(() => { for (const one of (function* () { for (;;) yield 1 })()); })()',
    LATE,
  ],
  ['a comparison without an end', '[1, 2].sort(() => { for (;;); })', LATE],
  ['a replacement without an end', `'a'.replace(/a/, () => { for (;;); })`, LATE],
  ['a loop inside the engine', 'new Array(4294967295).includes(1)', LATE],
  [
    'memory while memory is short',
    '(() => { const all = []; for (;;) try { all.push(new Uint8Array(1e6)) } catch {} })()',
    LATE,
  ],
  ['a chain of bound functions', '(() => { let f = () => 1; for (;;) f = f.bind(null) })()', LATE],
]

const LARGE: Case[] = [
  ['a huge array', 'new Array(5e7).fill(1)', NO_MEMORY],
  ['a huge text', `'x'.repeat(2 ** 29)`, NO_MEMORY],
  [
    'a text that doubles',
    `(() => { let s = 'x'; for (;;) s = s + s + s.slice(1) })()`,
    { fault: 'script_out_of_memory' },
  ],
  ['a huge buffer', 'new Uint8Array(1e9)', NO_MEMORY],
  ['many buffers', '(() => { const all = []; for (;;) all.push(new Uint8Array(1e6)) })()', NO_MEMORY],
  ['a huge number', '2n ** 100000000n', threw(/BigInt/)],
  ['recursion', '(function f() { return f() })()', threw(/call stack/)],
  ['recursion through getters', '({ get a() { return this.a } }).a', threw(/call stack/)],
  [
    'recursion through toString',
    `(() => { const o = { toString: () => '' + o }; return '' + o })()`,
    threw(/call stack/),
  ],
  ['a list that is nested too deep to read', `JSON.parse('['.repeat(1e5))`, threw(/call stack/)],
  ['a text that is nested too deep to compile', `eval('('.repeat(1e5))`, threw(/call stack|SyntaxError/)],
  [
    'a chain of proxies',
    '(() => { let p = {}; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); return p.x })()',
    threw(/call stack/),
  ],
  ['a large result', `'x'.repeat(1000)`, TOO_LARGE],
  ['a large result of few, long letters', `'€'.repeat(400)`, TOO_LARGE],
  [
    'a result that is nested too deep',
    '(() => { let a = []; for (let i = 0; i < 64; i++) a = [a]; return a })()',
    TOO_LARGE,
  ],
  ['a result in itself', '(() => { const a = []; a.push(a); return a })()', threw(/circular/)],
]

const FORGED: Case[] = [
  ['a prototype by its name', `({ ['__proto__']: { isAdmin: true }, a: 1 })`, { value: { a: 1 } }],
  ['a prototype in a list', `[JSON.parse('{"__proto__":{"isAdmin":true}}')]`, { value: [{}] }],
  ['a result by its own toJSON', `({ toJSON: undefined, a: 1 })`, { value: { a: 1 } }],
  ['a result by a prototype', `(Object.prototype.toJSON = () => 'forged', { a: 1 })`, { value: 'forged' }],
  ['another writer of results', `(JSON.stringify = () => '!', { a: 1 })`, { value: { a: 1 } }],
  ['another reader of variables', `(JSON.parse = () => '!', $input.text)`, { value: 'text' }],
  [
    'other ways to call',
    `(Function.prototype.call = Function.prototype.apply = null, Reflect.apply = null, 1)`,
    { value: 1 },
  ],
  ['a promise', 'Promise.resolve(1)', threw(/promise/)],
  ['a function', '[() => 1]', threw(/function/)],
  ['a symbol', 'Symbol.iterator', threw(/symbol/)],
  ['a number that JSON has not', '1n', threw(/bigint/)],
  ['an error without memory', `(() => { throw new InternalError('out of memory') })()`, NO_MEMORY],
  [
    'an error that cannot be read',
    '(() => { throw new Proxy({}, { get() { throw 1 } }) })()',
    threw(/cannot be shown/),
  ],
  ['nothing as an error', '(() => { throw undefined })()', threw(/undefined/)],
  ['a very long error', `(() => { throw new Error('x'.repeat(1e5)) })()`, threw(/^Error: x{2000}…$/)],
]

describe.each([
  ['out of the engine', OUT],
  ['clock and chance', CLOCK],
  ['time', HELD],
  ['room', LARGE],
  ['what comes back', FORGED],
])('%s:', (_, cases) => {
  test.each(cases)('%s', async (_attempt, code, outcome) => {
    const evaluated = scripts.evaluate([code], VARIABLES, limitsFor(outcome)).then(([value]) => value)
    expect(await outcomeOf(evaluated)).toEqual(expected(outcome))
    expect(await scripts.evaluate([NEXT], VARIABLES, LIMITS)).toEqual([[1, 2, 3, '{"a":[]}', 'undefined']])
  })
})

/** A script that finds the language and its variables as they should be. */
const NEXT = `[...$input.list.sort(), JSON.stringify({ a: [] }), typeof leaked]`

const IN_BODIES: Case[] = [
  ['promises that make promises', 'const next = () => Promise.resolve().then(next); await next()', LATE],
  ['an endless loop after a wait', 'await null; for (;;);', LATE],
  ['a promise that nobody resolves', 'await new Promise(() => {})', threw(/promise/)],
  ['a thenable that never resolves', 'return { then() {} }', threw(/promise/)],
  ['a thenable without an end', 'return { then() { for (;;); } }', LATE],
  [
    'microtasks without an end',
    'const next = () => queueMicrotask(next); next(); await new Promise(() => {})',
    LATE,
  ],
  ['to import a module', `return await import('node:fs')`, threw(/module/)],
  ['to import a text', `return await import('data:text/javascript,export default 1')`, threw(/module/)],
  ['another way to wait', `Promise.prototype.then = () => {}; return 1`, { value: 1 }],
  [
    'another constructor of promises',
    `Object.defineProperty(Promise.prototype, 'constructor', { value: 1 }); return 1`,
    threw(/TypeError/),
  ],
  ['a console without an end', `for (;;) console.log('x'.repeat(1e5))`, LATE],
  [
    'a console with a trap',
    `console.log({ toJSON() { throw 1 } }, { get a() { return this } }); return 1`,
    { value: 1 },
  ],
  [
    'memory in many steps',
    'const all = []; for (;;) { all.push(new Array(1e5).fill(1)); await null }',
    NO_MEMORY,
  ],
  ['to leave something behind', 'globalThis.leaked = 1; Array.prototype.sort = null; return 1', { value: 1 }],
]

describe('in a body:', () => {
  test.each(IN_BODIES)('%s', async (_attempt, code, outcome) => {
    const ran = scripts.run(code, VARIABLES, limitsFor(outcome)).then(({ value }) => value)
    expect(await outcomeOf(ran)).toEqual(expected(outcome))
    const next = await scripts.run(`return ${NEXT}`, VARIABLES)
    expect(next).toEqual({ value: [1, 2, 3, '{"a":[]}', 'undefined'], logs: [] })
  })
})

test('what a script left in its memory is gone before the next one begins', async () => {
  const limits = { milliseconds: 5000 }
  const [filled] = await scripts.evaluate(['new Uint8Array(4e6).fill(170).length'], {}, limits)
  const [isClean] = await scripts.evaluate(['new Uint8Array(4e6).every((byte) => byte === 0)'], {}, limits)
  expect([filled, isClean]).toEqual([4e6, true])
})

test('nothing of the host changed', () => {
  expect({}).not.toHaveProperty('isAdmin')
  expect(JSON.stringify({ a: 1 })).toBe('{"a":1}')
})

function expected(outcome: Outcome) {
  if ('value' in outcome) return outcome
  return { fault: outcome.fault, message: expect.stringMatching(outcome.says ?? /./) }
}

async function outcomeOf(work: Promise<unknown>) {
  return work.then(
    (value) => ({ value }),
    ({ code, message }: ScriptFault) => ({ fault: code, message }),
  )
}
