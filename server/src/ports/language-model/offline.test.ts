import { expect, test } from 'vitest'
import { asking } from './conformance.ts'
import { offlineModel } from './offline.ts'

const SYSTEM = `You are Ada, the assistant of a hat shop. Never promise discounts.
- The shop is open Monday to Friday from 9 to 17.
- Hats can be returned within 30 days.
- Returns are sent to the Oslo warehouse`

const model = offlineModel()
const answerTo = async (content: string, system = SYSTEM) =>
  (await model.text({ ...asking(content), system })).text

test('it says that it is offline, restates the question and repeats what the instructions know', async () => {
  expect(await answerTo('When is the shop open?')).toBe(
    'Hello! I am answering offline, without a language model. You wrote: “When is the shop open?” ' +
      'Here is what I know about it: The shop is open Monday to Friday from 9 to 17.',
  )
})

test('it finds words in the plural and keeps the order of the instructions', async () => {
  const text = await answerTo('Can I return a hat?')
  expect(text).toContain('Hats can be returned within 30 days. Returns are sent to the Oslo warehouse.')
})

test('it keeps what it was asked to do to itself', async () => {
  const text = await answerTo('Who are you, are you an assistant, and do you promise discounts?')
  expect(text).not.toMatch(/You are Ada|Never promise/)
  expect(text).toContain('nothing noted about that')
})

test('it greets only at the beginning', async () => {
  const messages = [
    { role: 'assistant' as const, content: 'Hello!' },
    { role: 'user' as const, content: 'When is the shop open?' },
  ]
  const { text } = await model.text({ ...asking(''), system: SYSTEM, messages })
  expect(text).toMatch(/^I am answering offline/)
})

test('it says the same for the same question, and estimates the tokens', async () => {
  const request = { ...asking('When is the shop open?'), system: SYSTEM }
  const first = await model.text(request)
  expect(await model.text(request)).toEqual(first)
  expect(first.usage.output_tokens).toBe(Math.ceil(first.text.length / 4))
})

test('it shortens long questions, and copes with none and with other languages', async () => {
  const text = await answerTo('why '.repeat(1000))
  expect(text.length).toBeLessThan(400)
  expect(text).toContain('why…”')
  expect(await answerTo('')).not.toContain('You wrote')
  expect((await answerTo('😀'.repeat(1000))).isWellFormed()).toBe(true)
  expect(await answerTo('営業時間は？', '営業時間は9時から17時です。')).toContain('17時です')
})
