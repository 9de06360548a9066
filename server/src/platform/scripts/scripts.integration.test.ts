import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createScripts, type ScriptsOptions } from './create-scripts.ts'
import { isVariableName, type ScriptFaultCode, type Scripts } from './scripts.ts'

const ENDLESS = 'for (;;);'
/** The engine itself is in a loop, where it does not look at the clock. */
const STUCK = 'return new Array(4294967295).includes(1)'

let scripts: Scripts
beforeAll(() => {
  scripts = createScripts({ threads: 1 })
})
afterAll(() => scripts.close())
afterEach(() => vi.restoreAllMocks())

function scriptsWith(options: ScriptsOptions): Scripts {
  const made = createScripts(options)
  onTestFinished(() => made.close())
  return made
}

const fault = (code: ScriptFaultCode, more: object = {}) =>
  expect.objectContaining({ name: 'ScriptFault', code, ...more })

describe('expressions', () => {
  test.each([
    ['1 + 1', 2],
    ['$input.items.filter((one) => one.ok).map((one) => one.id)', [1, 3]],
    ['`\x24{$input.name}, \x24{item}`', 'Ada, 7'],
    ['({ ...$context, more: [item] })', { run: 'r1', more: [7] }],
    ['$input.items[9]?.id ?? "none"', 'none'],
    ['undefined', null],
    ['[NaN, Infinity, undefined, -0]', [null, null, null, 0]],
    ['new Date($input.at)', '2026-01-02T03:04:05.000Z'],
    ['new Date(2026, 0, 2, 3).getTime() === Date.UTC(2026, 0, 2, 3)', true],
    ['new Date($input.at).toString()', 'Fri Jan 02 2026 03:04:05 GMT+0000'],
    ['"\\u0000 \\ud83d\\ude00 \\ud800 \u2028"', '\u0000 😀 \ud800 \u2028'],
    ['{}', {}],
    ['// first\n2', 2],
    ['(1, 2)', 2],
    ['new Map([[1, 2]]).get(1)', 2],
    ['Object.groupBy([1, 2, 3], (n) => n % 2 ? "odd" : "even")', { odd: [1, 3], even: [2] }],
  ])('%s', async (expression, value) => {
    const $input = {
      name: 'Ada',
      at: '2026-01-02T03:04:05Z',
      items: [
        { id: 1, ok: true },
        { id: 2, ok: false },
        { id: 3, ok: true },
      ],
    }
    expect(await scripts.evaluate([expression], { $input, $context: { run: 'r1' }, item: 7 })).toEqual([
      value,
    ])
  })

  test('of one call have the same variables, and nothing of each other', async () => {
    const expressions = [
      '$input.list.push(9) + (globalThis.left = 1) + (Array.prototype.map = 0)',
      '[$input.list, typeof left, typeof [].map]',
      '$input.list.sort()',
    ]
    const values = await scripts.evaluate(expressions, { $input: { list: [2, 1] } })
    expect(values).toEqual([4, [[2, 1], 'undefined', 'function'], [1, 2]])
  })

  test('none at all have no values', async () => {
    expect(await scripts.evaluate([], {})).toEqual([])
  })

  test('go to a thread together, in one message', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    await scripts.evaluate(['1', '2', '3'], {})
    expect(posted).toHaveBeenCalledTimes(1)
  })

  test('that need more memory than the engine began with do not lose the variables', async () => {
    const expressions = ['new Uint8Array(4e7).length', '$input.a', 'new Uint8Array(4e7).length + $input.a']
    const values = await scripts.evaluate(
      expressions,
      { $input: { a: 1 } },
      { milliseconds: 2000, bytes: 5e7 },
    )
    expect(values).toEqual([4e7, 1, 4e7 + 1])
  })

  test('that fail say which one and where', async () => {
    const evaluated = scripts.evaluate(['1', '\n\n$input.missing()', '3'], { $input: {} })
    await expect(evaluated).rejects.toEqual(
      fault('script_threw', { message: 'TypeError: not a function', line: 3, expression: 1 }),
    )
  })

  test('keep to the length of the result together', async () => {
    const limits = { outputBytes: 10 }
    expect(await scripts.evaluate(['"12345678"'], {}, limits)).toEqual(['12345678'])
    await expect(scripts.evaluate(['"123456789"'], {}, limits)).rejects.toEqual(
      fault('script_output_too_large'),
    )
    const both = scripts.evaluate(['"1234"', '"12345"'], {}, limits)
    await expect(both).rejects.toEqual(fault('script_output_too_large', { expression: 1 }))
  })

  test('may be nested 64 levels deep, and no deeper', async () => {
    const nested = (depth: number) => `JSON.parse('${'['.repeat(depth)}"]]"${']'.repeat(depth)}')`
    expect(await scripts.evaluate([nested(64)], {})).toHaveLength(1)
    await expect(scripts.evaluate([nested(65)], {})).rejects.toEqual(fault('script_output_too_large'))
  })

  test('have variables whose names scripts can write', async () => {
    await expect(scripts.evaluate(['1'], { class: 1 })).rejects.toEqual(
      fault('script_syntax', { message: expect.stringContaining('"class"') }),
    )
    expect(['$a', '_', 'item', 'a1'].every(isVariableName)).toBe(true)
    expect(['', '1a', 'a-b', 'a b', 'let', 'eval', 'a'.repeat(65), 'ä', 'a\n'].some(isVariableName)).toBe(
      false,
    )
  })

  test('with more variables than memory are not begun', async () => {
    const evaluated = scripts.evaluate(['1'], { $input: 'x'.repeat(1_000_000) }, { bytes: 2_000_000 })
    await expect(evaluated).rejects.toEqual(fault('script_out_of_memory'))
  })
})

describe('bodies', () => {
  test('return what they await, and what they wrote', async () => {
    const code = `
      console.log('first', 1, { a: [1] }, null, undefined)
      console.warn(new TypeError('second'))
      const values = await Promise.all([1, Promise.resolve(2), (async () => 3)()])
      for await (const value of [Promise.resolve(4)]) values.push(value)
      console.error(Symbol('third'), 4n)
      return { values, given: $input.a }`
    expect(await scripts.run(code, { $input: { a: 5 } })).toEqual({
      value: { values: [1, 2, 3, 4], given: 5 },
      logs: ['first 1 {"a":[1]} null undefined', 'TypeError: second', 'Symbol(third) 4'],
    })
  })

  test('return null when they return nothing', async () => {
    expect(await scripts.run('', {})).toEqual({ value: null, logs: [] })
  })

  test('may declare the names of variables again', async () => {
    expect(await scripts.run('const item = 2; return item', { item: 1 })).toMatchObject({ value: 2 })
  })

  test('have a clock, and chance that differs each time', async () => {
    const code = 'return [Date.now(), new Date().getTime(), Math.random(), Math.random()]'
    const [first, second] = [await scripts.run(code, {}), await scripts.run(code, {})]
    const [now, date, ...chances] = first.value as number[]
    expect(Math.abs(Date.now() - (now ?? 0))).toBeLessThan(60_000)
    expect(date).toBeGreaterThanOrEqual(now ?? 0)
    const all = new Set([...chances, ...(second.value as number[]).slice(2)])
    expect(all.size).toBe(4)
    expect([...all].every((chance) => chance >= 0 && chance < 1)).toBe(true)
  })

  test('that throw say where, and what they wrote before', async () => {
    const ran = scripts.run('console.log("here")\n\nthrow new RangeError("no")', {})
    await expect(ran).rejects.toEqual(
      fault('script_threw', { message: 'RangeError: no', line: 3, logs: ['here'], expression: null }),
    )
  })

  test('that take too long say what they wrote before', async () => {
    const ran = scripts.run(`console.log("here"); ${ENDLESS}`, {}, { milliseconds: 30 })
    await expect(ran).rejects.toEqual(fault('script_timed_out', { logs: ['here'] }))
  })

  test('write so many lines and letters, and no more', async () => {
    const lines = await scripts.run('for (let i = 0; i < 250; i++) console.log(i)', {})
    expect(lines.logs).toHaveLength(201)
    expect(lines.logs.slice(-2)).toEqual(['199', '(50 more)'])
    const letters = await scripts.run('for (let i = 0; i < 9; i++) console.log("x".repeat(20000))', {})
    expect(letters.logs.map(({ length }) => length)).toEqual([20_000, 12_767, 8])
  })
})

describe('a check', () => {
  test.each([
    ['$input.a + 1', 'expression', null],
    ['$input.a +', 'expression', { message: 'the expression ends too early', line: 1 }],
    ['', 'expression', { message: 'the expression ends too early', line: 1 }],
    ['1\n+ ]\n+ 2', 'expression', { message: expect.stringContaining(']'), line: 2 }],
    ['1; 2', 'expression', { line: 1 }],
    ['1), (2', 'expression', { line: 1 }],
    ['await 1', 'expression', { line: 1 }],
    ['return 1', 'expression', { line: 1 }],
    ['const a = await 1\nreturn a', 'body', null],
    ['const a = 1\nconst a = 2', 'body', { line: 2 }],
    ['if (true) {', 'body', { message: 'the body ends too early', line: 1 }],
    ['import a from "a"', 'body', { line: 1 }],
  ] as const)('of %j as %s', async (code, form, finding) => {
    expect(await scripts.check(code, form)).toEqual(finding && fault('script_syntax', finding))
  })

  test('refuses what is too deep or too long to be compiled', async () => {
    const deep = { message: 'the expression is nested too deep' }
    expect(await scripts.check('('.repeat(1e5), 'expression')).toEqual(fault('script_syntax', deep))
    expect(await scripts.check('1'.repeat(6e6), 'expression')).toEqual(fault('script_out_of_memory'))
  })

  test('runs nothing', async () => {
    expect(await scripts.check(`(() => { ${ENDLESS} })()`, 'expression')).toBeNull()
    expect(await scripts.check(ENDLESS, 'body')).toBeNull()
  })
})

describe('threads', () => {
  test('serve others while one is stuck, which is ended', async () => {
    const { run } = scriptsWith({ threads: 2, graceMilliseconds: 200 })
    const stuck = expect(run(STUCK, {}, { milliseconds: 50, group: 'one' })).rejects.toEqual(
      fault('script_timed_out'),
    )
    const second = run('return 1', {}, { group: 'one' })
    expect(await run('return 2', {}, { group: 'other' })).toMatchObject({ value: 2 })
    await stuck
    expect(await second).toMatchObject({ value: 1 })
  })

  test('begin again with a script whose time passed while the machine stood still', {
    tags: 'slow',
  }, async () => {
    const { evaluate, run } = scriptsWith({ threads: 1, graceMilliseconds: 500 })
    const limits = { milliseconds: 50 }
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    for (const ask of [() => evaluate(['1 + 1'], {}, limits), () => run('return 1 + 1', {}, limits)]) {
      const before = await ask()
      sent.mockImplementationOnce(() => {}) // no thread hears of it
      expect(await ask()).toEqual(before)
    }
  })

  test('take groups in turn', async () => {
    const { evaluate } = scriptsWith({ threads: 1 })
    const served: string[] = []
    const ask = async (name: string, group: string) => {
      await evaluate(['1'], {}, { group })
      served.push(name)
    }
    await Promise.all([ask('a1', 'a'), ask('a2', 'a'), ask('a3', 'a'), ask('b1', 'b'), ask('b2', 'b')])
    expect(served).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  test('refuse when too many wait, half of the places for one group, and go on with those that do', {
    tags: 'slow',
  }, async () => {
    const { evaluate } = scriptsWith({ threads: 1, mostWaiting: 4 })
    const ask = (group: string) => evaluate(['1'], {}, { group })
    const taken = [ask('a'), ask('a')]
    await expect(ask('a')).rejects.toEqual(fault('scripts_busy'))
    taken.push(ask('b'), ask('b'))
    await expect(ask('c')).rejects.toEqual(fault('scripts_busy'))
    expect(await Promise.all(taken)).toEqual([[1], [1], [1], [1]])
    expect(await ask('c')).toEqual([1])
  })

  test('start with the first script', async () => {
    const started = vi.spyOn(Worker.prototype, 'unref')
    const { evaluate } = scriptsWith({ threads: 3 })
    expect(started).not.toHaveBeenCalled()
    await evaluate(['1'], {})
    await evaluate(['1'], {})
    expect(new Set(started.mock.contexts).size).toBe(1)
  })

  test('whose memory grew are replaced', { tags: 'slow' }, async () => {
    const used = vi.spyOn(Worker.prototype, 'postMessage')
    const { run } = scriptsWith({ threads: 1 })
    for (const bytes of [1e6, 4e7, 1e6]) await run(`return new Uint8Array(${bytes}).length`, {})
    expect(new Set(used.mock.contexts).size).toBe(2)
  })

  test('that die leave only their own caller without a value', async () => {
    const used = vi.spyOn(Worker.prototype, 'postMessage')
    const { run } = scriptsWith({ threads: 1 })
    await run('return 1', {})
    const killed = expect(run(ENDLESS, {}, { group: 'one' })).rejects.toThrow('ended')
    const waiting = run('return 2', {}, { group: 'one' })
    await vi.waitFor(() => expect(used).toHaveBeenCalledTimes(2))
    await (used.mock.contexts[1] as Worker).terminate()
    await killed
    expect(await waiting).toMatchObject({ value: 2 })
  })

  test('that die while they have nothing to do are replaced', async () => {
    const used = vi.spyOn(Worker.prototype, 'postMessage')
    const { evaluate } = scriptsWith({ threads: 1 })
    await evaluate(['1'], {})
    await (used.mock.contexts[0] as Worker).terminate()
    expect(await evaluate(['2'], {})).toEqual([2])
  })

  test('have a heap and a stack of their own, both with a bound', async () => {
    const used = vi.spyOn(Worker.prototype, 'postMessage')
    await scripts.evaluate(['1'], {})
    const worker = used.mock.contexts[0] as Worker
    expect(worker.resourceLimits).toMatchObject({ maxOldGenerationSizeMb: 128, stackSizeMb: 8 })
  })

  test('end what is no longer wanted, and whatever waits', async () => {
    const { run } = scriptsWith({ threads: 1 })
    await run('return 1', {})
    const [first, second] = [new AbortController(), new AbortController()]
    const running = run(ENDLESS, {}, { signal: first.signal })
    const waiting = run('return 2', {}, { signal: second.signal })
    second.abort(new Error('not this'))
    await expect(waiting).rejects.toThrow('not this')
    first.abort(new Error('nor that'))
    await expect(running).rejects.toThrow('nor that')
    await expect(run('return 3', {}, { signal: first.signal })).rejects.toThrow('nor that')
    expect(await run('return 4', {})).toMatchObject({ value: 4 })
  })

  test('that are closed leave nobody waiting', async () => {
    const { run, close } = scriptsWith({ threads: 1 })
    await run('return 1', {})
    const running = expect(run(ENDLESS, {}, { group: 'one' })).rejects.toThrow('ended')
    const waiting = expect(run('return 2', {}, { group: 'one' })).rejects.toEqual(fault('scripts_busy'))
    await close()
    await Promise.all([running, waiting])
    await expect(run('return 3', {})).rejects.toEqual(fault('scripts_busy'))
  })

  test('of expressions do not wait for those of bodies', async () => {
    const { run, evaluate } = scriptsWith({ threads: 1 })
    const { signal, abort } = unwanted()
    const running = ['one', 'other'].map((group) =>
      expect(run(ENDLESS, {}, { signal, group })).rejects.toThrow('no longer wanted'),
    )
    expect(await evaluate(['1'], {})).toEqual([1])
    abort()
    await Promise.all(running)
  })
})

function unwanted() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('no longer wanted')) }
}
