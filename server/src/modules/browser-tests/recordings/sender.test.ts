/** The part of the recorder that sends, without a browser: requests arrive when the test lets them. */
import type { RecordedAction } from '@atrium/contract/recordings'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addActions } from './add-actions.ts'

const { createSender } = await import(new URL('./recorder/sender.js', import.meta.url).href)

const click = (name: string): RecordedAction => ({
  ...{ type: 'click', url: 'https://shop.example.com/', target: { role: 'button', name } },
})
const [first, second, third] = [click('First'), click('Second'), click('Third')]

/** A tab that knows its recording, as it is where a page may store nothing. */
async function begin() {
  let stored: RecordedAction[] = []
  const underWay: (() => void)[] = []
  vi.stubGlobal('sessionStorage', null)
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<object>()
    underWay.push(() => {
      if (body.includes('Refused')) return resolve({ ok: false, status: 422 })
      stored = addActions(stored, JSON.parse(body)).actions
      resolve({ ok: true, json: async () => ({ status: 'open', next_seq: stored.length }) })
    })
    return promise
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const sender = createSender({ address: '/actions', key: 'rck', onChange: () => {} })
  /** The request of this place among those under way, and what follows from its answer. */
  const arrive = async (place = 0) => {
    underWay.splice(place, 1)[0]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  sender.begin()
  await arrive()
  return { sender, arrive, stored: () => stored, count: () => underWay.length }
}

test.each([
  ['behind it', [0, 0]],
  ['before it', [1, 0]],
])(
  'what is done while a request is under way goes when the page does, and counts once: %s',
  async (_, order) => {
    const { sender, arrive, stored, count } = await begin()
    sender.add(first)
    sender.flush()
    sender.add(second)
    sender.flush()
    sender.flush()
    expect(count()).toBe(2)
    for (const place of order) await arrive(place)
    // The page stayed after all.
    sender.add(third)
    sender.flush()
    while (count() > 0) await arrive()
    expect(stored()).toEqual([first, second, third])
  },
)

test('nothing is lost when the page goes before the answer comes', async () => {
  const { sender, arrive, stored } = await begin()
  sender.add(first)
  sender.flush()
  sender.add(second)
  sender.flush()
  await arrive(1)
  expect(stored()).toEqual([first, second])
  await arrive()
  expect(stored()).toEqual([first, second])
})

test('what cannot be taken goes, and nothing with it', async () => {
  const { sender, arrive, stored, count } = await begin()
  for (const action of [first, click('Refused'), second]) sender.add(action)
  sender.flush()
  sender.add(third)
  while (count() > 0) await arrive()
  expect(stored()).toEqual([first, second, third])
})
