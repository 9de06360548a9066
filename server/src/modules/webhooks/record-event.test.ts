import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyOf, type HappenedEvent, LANES_PER_WEBHOOK, laneOf } from './record-event.ts'

const message = { id: 'msg_1', role: 'assistant', content: 'Grüße' }
const event: HappenedEvent = {
  app_id: 'app_1',
  source: 'agent',
  type: 'message.completed',
  order_key: 'cnv_1',
  happened_at: new Date('2026-11-15T12:00:00Z'),
  payload: { agent_id: 'app_1', conversation_id: 'cnv_1', data: { message } },
}
const withContent = (content: string): HappenedEvent => ({
  ...event,
  payload: { ...event.payload, data: { message: { ...message, content } } },
})
const LIMIT = 256 * 1024
const around = bodyOf('evt_1', withContent('')).length

describe('the body of an event', () => {
  test('is this text, to the byte', () => {
    expect(bodyOf('evt_1', event)).toBe(
      '{"id":"evt_1","type":"message.completed","created_date":"2026-11-15T12:00:00.000Z","agent_id":"app_1",' +
        '"conversation_id":"cnv_1","data":{"message":{"id":"msg_1","role":"assistant","content":"Grüße"}}}',
    )
  })

  test('of 256 KB is sent as it is', () => {
    const body = bodyOf('evt_1', withContent('x'.repeat(LIMIT - around)))
    expect(body).toHaveLength(LIMIT)
    expect(JSON.parse(body.toString())).not.toHaveProperty('truncated')
  })

  test.each([
    ['one byte more', 'x'.repeat(LIMIT - around + 1)],
    ['as many characters that are more bytes', 'é'.repeat(LIMIT - around)],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('of %s names what happened by its ids and says that it is cut', (_, content) => {
    expect(JSON.parse(bodyOf('evt_1', withContent(content)))).toEqual({
      id: 'evt_1',
      type: 'message.completed',
      created_date: '2026-11-15T12:00:00.000Z',
      agent_id: 'app_1',
      conversation_id: 'cnv_1',
      data: { message: { id: 'msg_1' } },
      truncated: true,
    })
  })

  test('of a large record keeps its entity', () => {
    const record = { id: 'rec_1', text: 'x'.repeat(LIMIT) }
    const payload = { app_id: 'app_1', entity_name: 'Order', data: { record } }
    expect(JSON.parse(bodyOf('evt_1', { ...event, payload }))).toMatchObject({
      app_id: 'app_1',
      entity_name: 'Order',
      data: { record: { id: 'rec_1' } },
    })
  })
})

describe('the lane of an event', () => {
  test('is the same for the same key, today and after an update', () => {
    expect(['cnv_1', 'cnv_2', 'cnv_3', ''].map(laneOf)).toEqual([12, 1, 9, 0])
  })

  test('is always one of a few', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        const lane = laneOf(key)
        expect(Number.isInteger(lane) && lane >= 0 && lane < LANES_PER_WEBHOOK).toBe(true)
      }),
    )
  })

  test('spreads conversations over all of them', () => {
    const lanes = new Set(Array.from({ length: 500 }, (_, n) => laneOf(`cnv_${n}`)))
    expect(lanes.size).toBe(LANES_PER_WEBHOOK)
  })
})
