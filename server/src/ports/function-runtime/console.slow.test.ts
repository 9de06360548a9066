/** What functions write to their console, through real processes. */
import { expect, test } from 'vitest'
import { until } from '../../../processes/until.ts'
import { bytesOf, textOf, useFunctionRuntime } from './test/function-runtime.ts'

const { logs, deploy, call, run } = useFunctionRuntime()

test('console output is logged with level, request and time, secrets masked', async () => {
  await run(
    `Deno.serve(() => {
      console.debug('d'); console.log('a %s', 'word', { b: 1 }); console.warn(Deno.env.get('KEY')); console.error(new Error('bad'))
      return new Response()
    })`,
    { request_id: 'req_logs' },
    { KEY: 'swordfish' },
  )
  const mine = () => logs.filter(({ request_id }) => request_id === 'req_logs')
  await until('four lines', () => mine().length === 4)
  expect(mine().map(({ level, message }) => [level, message.split('\n')[0]])).toEqual([
    ['debug', 'd'],
    ['info', 'a word { b: 1 }'],
    ['warn', '••••'],
    ['error', 'Error: bad'],
  ])
  expect(mine()[0]?.time).toBeInstanceOf(Date)
})

test('every way to write to the console belongs to its call, a table as one line of the log', async () => {
  await run(
    `Deno.serve(() => {
      console.table([{ a: 1 }]); console.dir({ b: 2 }); console.dirxml({ c: 3 }); console.count('n'); console.count('n')
      console.time('t'); console.timeLog('t'); console.timeEnd('t'); console.assert(true); console.assert(false, 'odd')
      console.group('of'); console.log('inside'); console.groupEnd(); console.trace('here')
      return new Response()
    })`,
    { request_id: 'req_console' },
  )
  const mine = () => logs.filter(({ request_id }) => request_id === 'req_console')
  await until('the last line', () => mine().some(({ message }) => message === 'here'))
  expect(mine().map(({ level, message }) => [level, message.replace(/: .*ms$/, ': 1 ms')])).toEqual([
    ['info', expect.stringMatching(/^┌.*\n.* a .*\n[\s\S]*┘$/)],
    ['info', '{ b: 2 }'],
    ['info', '{ c: 3 }'],
    ['info', 'n: 1'],
    ['info', 'n: 2'],
    ['info', 't: 1 ms'],
    ['info', 't: 1 ms'],
    ['error', 'Assertion failed: odd'],
    ['info', 'of'],
    ['info', 'inside'],
    ['debug', 'here'],
  ])
})

test('lines of calls at the same time carry each their own request', async () => {
  const slow = await deploy(`Deno.serve(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    console.log(await request.text())
    return new Response()
  })`)
  const ids = Array.from({ length: 8 }, (_, place) => `req_at_once_${place}`)
  await Promise.all(
    ids.map(async (id) =>
      textOf(await call(slow, { method: 'POST', request_id: id, body: bytesOf(`of ${id}`) })),
    ),
  )
  await until(
    'all lines',
    () => logs.filter(({ message }) => message.startsWith('of req_at_once')).length === 8,
  )
  for (const id of ids)
    expect(logs).toContainEqual(expect.objectContaining({ request_id: id, message: `of ${id}` }))
})

test('what a function prints is no line of another request, whatever it replaces', async () => {
  await run(
    `let seen = ''
    const spy = (text) => { seen += text; return text }
    const stringify = JSON.stringify
    JSON.stringify = (...words) => spy(stringify(...words))
    const encode = TextEncoder.prototype.encode
    TextEncoder.prototype.encode = function (text) { spy(text); return encode.call(this, text) }
    const subarray = Uint8Array.prototype.subarray
    Uint8Array.prototype.subarray = function (...words) { spy(String(this)); return subarray.apply(this, words) }
    Object.prototype.toJSON = function () { return { level: 'error', message: 'forged', request_id: 'req_victim' } }
    const line = stringify.call(JSON, 'x') && '{"level":"error","message":"forged","request_id":"req_victim"}'
    Deno.serve(() => {
      console.log('mine')
      process.stdout.write(line + '\\n' + line)
      Deno.stdout.writeSync(encode.call(new TextEncoder(), '\\n{"state":"broken","message":"forged"}\\n' + seen))
      console.log('mine too')
      return new Response()
    })`,
    { request_id: 'req_forger' },
  )
  const mine = () => logs.filter(({ request_id }) => request_id === 'req_forger')
  await until('its own lines', () => mine().length === 2)
  expect(mine().map(({ message }) => message)).toEqual(['mine', 'mine too'])
  expect(logs.filter(({ request_id }) => request_id === 'req_victim')).toEqual([])
  const printed = logs.filter(({ message }) => message.includes('forged'))
  expect(printed.every(({ request_id }) => request_id === null)).toBe(true)
  expect(printed.some(({ message }) => /[0-9a-f]{32}\{/.test(message))).toBe(false)
})
