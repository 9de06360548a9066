/** Code that takes all it can get: the process ends, its callers get a clear failure, others do not notice. */
import { expect, test } from 'vitest'
import { until } from '../../../processes/until.ts'
import { failureOf, textOf, useFunctionRuntime } from './test/function-runtime.ts'

const { logs, deploy, call } = useFunctionRuntime({
  limits: {
    ...{ startMs: 5_000, callMs: 2_000, memoryBytes: 160 * 2 ** 20, heapMegabytes: 64 },
    ...{ busyMs: 600, perApp: 3, inAll: 4 },
  },
})

const patient = useFunctionRuntime()

/** The failure of a call of this code, while another function answers. */
async function explode(code: string) {
  const bomb = await deploy(code)
  const other = await deploy(`Deno.serve(() => new Response('well'))`, {}, 'other')
  const going = call(bomb)
  expect(await textOf(await call(other))).toBe('well')
  const failure = failureOf(await going)
  expect(await textOf(await call(other))).toBe('well')
  return { ...failure, name: bomb.name }
}

const reasonOf = (name: string) =>
  until('the reason in its log', () =>
    logs.find((line) => line.name === name && /was ended/.test(line.message)),
  )

test.each([
  ['a loop without end', `Deno.serve(() => { while (true); })`],
  ['a promise loop without end', `Deno.serve(async () => { while (true) await null })`],
  [
    'a regular expression that explodes',
    `Deno.serve(() => new Response(String(/^(a+)+$/.test('a'.repeat(40) + 'b'))))`,
  ],
  [
    'a thread that computes',
    `Deno.serve(() => {
    new Worker('data:application/javascript,while(true);', { type: 'module' })
    return new Promise(() => {})
  })`,
  ],
])('%s', async (_, code) => {
  const { type, name } = await explode(code)
  expect(type).toMatch(/^(crashed|timed_out)$/)
  expect((await reasonOf(name)).message).toMatch(/computed for 0.6 s|did not yield/)
})

test.each([
  ['a list that grows', `Deno.serve(() => { const all = []; while (true) all.push({ all: all.length }) })`],
  [
    'buffers outside the heap',
    `Deno.serve(async () => {
    const all = []
    while (true) { all.push(new Uint8Array(8 * 1024 * 1024).fill(1)); await new Promise((r) => setTimeout(r, 1)) }
  })`,
  ],
  [
    'a text that doubles',
    `Deno.serve(() => { let text = 'x'; while (true) text = [text, text].join(text) })`,
  ],
  [
    'threads without end',
    `Deno.serve(async () => {
    while (true) {
      new Worker('data:application/javascript,setInterval(()=>{},1000)', { type: 'module' })
      await new Promise((r) => setTimeout(r, 1))
    }
  })`,
  ],
])('%s', async (_, code) => {
  const { type } = await explode(code)
  expect(type).toMatch(/^(crashed|timed_out)$/)
})

test.each([
  ['lines without end', `Deno.serve(() => { while (true) console.log('x'.repeat(1000)) })`],
  [
    'one line without end',
    `Deno.serve(() => {
    const piece = new Uint8Array(65536).fill(120)
    while (true) Deno.stdout.writeSync(piece)
  })`,
  ],
  [
    'an answer without end',
    `Deno.serve(() => new Response(new ReadableStream({
    pull(controller) { controller.enqueue(new Uint8Array(1024 * 1024)) },
  })))`,
  ],
])('%s', async (_, code) => {
  const before = process.memoryUsage().rss
  const bomb = await deploy(code)
  const outcome = await call(bomb)
  if (outcome.kind === 'answered') await expect(readAll(outcome.body)).rejects.toThrow()
  else expect(outcome.failure.type).toMatch(/^(crashed|timed_out)$/)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
})

test('code that prints without end is slowed down, so that the server need not read it all', async () => {
  const printing = await deploy(`Deno.serve(() => { while (true) console.log('x'.repeat(1000)) })`)
  const begun = performance.now()
  await call(printing)
  const seconds = Math.ceil((performance.now() - begun) / 1000) + 1
  const lines = logs.filter(({ name }) => name === printing.name).length
  expect(lines).toBeGreaterThan(100)
  expect(lines).toBeLessThan(seconds * 1_000)
})

test('more bodies for the API than fit into memory at once are refused to the code', async () => {
  const held = Promise.withResolvers<void>()
  const greedy = await patient.deploy(`Deno.serve(async () => {
    const piece = new Uint8Array(1024 * 1024)
    const bodyOf = (left) => new ReadableStream({
      pull(controller) { if (left-- > 0) controller.enqueue(piece); else controller.close() },
    })
    const send = () => fetch('http://api.atrium.invalid/api/x', { method: 'POST', body: bodyOf(20) })
      .then(() => 'sent', ({ message }) => { console.log('refused'); return message })
    return new Response(String(await Promise.all([send(), send(), send()])))
  })`)
  const answering = patient.call(greedy, {
    callApi: async () => {
      await held.promise
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    },
  })
  // Those that fit are held until one does not, however long they take to arrive.
  await until('a refusal', () => patient.logs.some(({ message }) => message === 'refused'))
  held.resolve()
  const said = (await textOf(await answering)).split(',').sort()
  expect(said).toEqual(['Too much is sent to the API at once.', 'sent', 'sent'])
})

async function readAll(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  if (!(body instanceof Uint8Array)) for await (const _ of body);
}

test('code that prints while it is loaded, and never ends loading', async () => {
  const failure = failureOf(await call(await deploy('while (true);')))
  expect(failure.type).toBe('broken')
})

test('more functions of an app than there are processes for it: the oldest idle one makes room', async () => {
  const functions = []
  for (let count = 0; count < 5; count++)
    functions.push(await deploy(`Deno.serve(() => new Response('f${count}'))`, {}, 'many'))
  for (const [place, one] of functions.entries()) expect(await textOf(await call(one))).toBe(`f${place}`)
  const slow = await Promise.all(
    [1, 2, 3].map(() => deploy('Deno.serve(() => new Promise(() => {}))', {}, 'busy')),
  )
  const more = await deploy(`Deno.serve(() => new Response('no room'))`, {}, 'busy')
  const waiting = slow.map((one) => call(one))
  expect(failureOf(await call(more)).type).toBe('busy')
  for (const one of waiting) expect(failureOf(await one).type).toBe('timed_out')
})
