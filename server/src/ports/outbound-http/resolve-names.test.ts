import { expect, test } from 'vitest'
import { createResolver } from './resolve-names.ts'

/** Look-ups that end when the test says so. */
function heldLookUps() {
  const running: { name: string; end: (addresses: string[] | Error) => void }[] = []
  const resolve = createResolver(
    (name) =>
      new Promise((found, fail) => {
        const end = (answer: string[] | Error) => (answer instanceof Error ? fail(answer) : found(answer))
        running.push({ name, end })
      }),
  )
  return { running, names: () => running.map(({ name }) => name), resolve }
}

const { signal: patient } = new AbortController()
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('callers of the same name share one look-up, later ones get a new one', async () => {
  const { resolve, running, names } = heldLookUps()
  const both = Promise.all([resolve('a.example', patient), resolve('a.example', patient)])
  running[0]?.end(['8.8.8.8'])
  expect(await both).toEqual([['8.8.8.8'], ['8.8.8.8']])
  void resolve('a.example', patient)
  expect(names()).toEqual(['a.example', 'a.example'])
})

test('only two names are looked up at once; the next begins when one ends, also badly', async () => {
  const { resolve, running, names } = heldLookUps()
  const first = resolve('a.example', patient).catch(() => 'failed')
  void resolve('b.example', patient)
  const third = resolve('c.example', patient)
  await turn()
  expect(names()).toEqual(['a.example', 'b.example'])
  running[0]?.end(new Error('no such name'))
  expect(await first).toBe('failed')
  await turn()
  expect(names()).toEqual(['a.example', 'b.example', 'c.example'])
  running[2]?.end(['1.1.1.1'])
  expect(await third).toEqual(['1.1.1.1'])
})

test('a name for which nobody waits any more is not looked up', async () => {
  const { resolve, running, names } = heldLookUps()
  const caller = new AbortController()
  void resolve('a.example', patient)
  void resolve('b.example', patient)
  const third = resolve('c.example', caller.signal).catch(() => 'given up')
  caller.abort()
  running[0]?.end(['8.8.8.8'])
  expect(await third).toBe('given up')
  expect(names()).toEqual(['a.example', 'b.example'])
})
