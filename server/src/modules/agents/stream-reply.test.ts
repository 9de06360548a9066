import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessageStep } from './conversation-feed.ts'
import { streamReply } from './stream-reply.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const now = new Date('2026-11-15T09:00:00Z')
const conversation = {
  id: 'cnv_1',
  app_id: 'app_1',
  agent_name: '',
  user_id: 'usr_1',
  metadata: {},
  created_date: now,
  updated_date: now,
}

function stream({ isWanted = true } = {}) {
  const told: MessageStep[] = []
  const conversationFeed = { isWanted: () => isWanted, publish: (step: MessageStep) => void told.push(step) }
  const made = streamReply({ conversationFeed, clock: { now: () => now } }, conversation, 'msg_1')
  return { ...made, told: () => told.map(({ message }) => [message.content, message.status]) }
}

test('tells the first words at once, and then what has gathered in each pause', () => {
  const { tell, end, told } = stream()
  for (const content of ['a', 'ab', 'abc']) tell(content)
  expect(told()).toEqual([['a', 'in_progress']])
  vi.advanceTimersByTime(150)
  expect(told()).toEqual([
    ['a', 'in_progress'],
    ['abc', 'in_progress'],
  ])
  vi.advanceTimersByTime(1_000)
  tell('abcd')
  expect(told()).toHaveLength(3)
  tell('abcde')
  end()
  vi.advanceTimersByTime(1_000)
  expect(told()).toHaveLength(3)
})

test('takes back what it told when nothing will be kept', () => {
  const { tell, breakOff, end, told } = stream()
  tell('a')
  breakOff('ab')
  end()
  expect(told().at(-1)).toEqual(['ab', 'failed'])
  const silent = stream()
  silent.breakOff('')
  expect(silent.told()).toEqual([])
})

test('tells nothing when nobody looks', () => {
  const { tell, told } = stream({ isWanted: false })
  tell('a')
  expect(told()).toEqual([])
})
