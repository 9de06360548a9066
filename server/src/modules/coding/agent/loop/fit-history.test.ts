import { expect, test } from 'vitest'
import type { Entry } from './coder.ts'
import { fitHistory } from './fit-history.ts'
import { turnMessages } from './turn-messages.ts'

const message = (text: string): Entry => ({ type: 'message', text })
const turn = (id: string, content: string): Entry => ({
  ...{ type: 'turn', text: '', calls: [{ id, tool: 'write_file', input: { path: 'a', content } }] },
})
const result = (call_id: string, output: string): Entry => ({
  type: 'tool_result',
  call_id,
  output,
  is_error: false,
})
const length = (entries: readonly Entry[]) => JSON.stringify(entries).length

test('what fits stays as it is', () => {
  const entries = [message('a'), turn('1', 'b'.repeat(5_000)), result('1', 'c'.repeat(5_000))]
  expect(fitHistory(entries, 100_000)).toEqual(entries)
})

test('results go first, then what was written, and what people said never', () => {
  const entries = [message('m'.repeat(5_000))]
  for (let at = 0; at < 20; at++)
    entries.push(turn(`${at}`, 'w'.repeat(3_000)), result(`${at}`, 'r'.repeat(3_000)))
  const half = fitHistory(entries, 95_000)
  expect(half[2]).toMatchObject({ output: expect.stringContaining('left out') })
  expect(half[1]).toEqual(entries[1])
  expect(half.slice(-12)).toEqual(entries.slice(-12))
  const little = fitHistory(entries, 20_000)
  expect(little[0]).toEqual(entries[0])
  expect(little[1]).toMatchObject({
    calls: [{ input: { path: 'a', content: expect.stringContaining('left out') } }],
  })
  expect(length(little)).toBeLessThan(60_000)
  expect(little).toHaveLength(entries.length)
})

test('nothing that a model says or gives to a call is too long to be shortened', () => {
  const entries: Entry[] = [message('m')]
  for (let at = 0; at < 20; at++)
    entries.push({
      ...{ type: 'turn', text: 't'.repeat(30_000) },
      calls: [
        { id: `${at}`, tool: 'a', input: { deep: [{ deeper: 'd'.repeat(30_000) }] } },
        { id: `${at}+`, tool: 'a', input: Array.from({ length: 9_000 }, (_, one) => one) },
      ],
    })
  expect(length(fitHistory([...entries, result('x', '')], 50_000))).toBeLessThan(60_000)
})

test('every call has one result, right after its turn', () => {
  const entries = [
    message('a'),
    turn('1', ''),
    message('b'),
    result('1', 'too late'),
    turn('2', ''),
    result('2', 'x'),
    result('2', 'again'),
    result('9', 'of nobody'),
    turn('3', ''),
  ]
  expect(
    turnMessages(entries).map((one) => (one.role === 'tool' ? `${one.call_id} ${one.content}` : one.role)),
  ).toEqual([
    'user',
    'assistant',
    '1 This was not done.',
    'user',
    'assistant',
    '2 x',
    'assistant',
    '3 This was not done.',
  ])
})
