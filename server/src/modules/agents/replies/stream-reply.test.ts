import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessageStep } from '../conversations/conversation-feed.ts'
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
  const reported: MessageStep[] = []
  const conversationFeed = {
    isWanted: () => isWanted,
    publish: (step: MessageStep) => void reported.push(step),
  }
  const made = streamReply({ conversationFeed, clock: { now: () => now } }, conversation, 'msg_1')
  return { ...made, reported: () => reported.map(({ message }) => [message.content, message.status]) }
}

test('tells the first words at once, and then what has gathered in each pause', () => {
  const { publish, end, reported } = stream()
  for (const content of ['a', 'ab', 'abc']) publish(content)
  expect(reported()).toEqual([['a', 'in_progress']])
  vi.advanceTimersByTime(150)
  expect(reported()).toEqual([
    ['a', 'in_progress'],
    ['abc', 'in_progress'],
  ])
  vi.advanceTimersByTime(1_000)
  publish('abcd')
  expect(reported()).toHaveLength(3)
  publish('abcde')
  end()
  vi.advanceTimersByTime(1_000)
  expect(reported()).toHaveLength(3)
})

test('takes back what it reported when nothing will be kept', () => {
  const { publish, breakOff, end, reported } = stream()
  publish('a')
  breakOff('ab')
  end()
  expect(reported().at(-1)).toEqual(['ab', 'failed'])
  const silent = stream()
  silent.breakOff('')
  expect(silent.reported()).toEqual([])
})

test('tells nothing when nobody looks', () => {
  const { publish, reported } = stream({ isWanted: false })
  publish('a')
  expect(reported()).toEqual([])
})
