import { expect, test } from 'vitest'
import { type Answering, refusal, startStandIn } from '../test/stand-in.ts'
import { createClient } from './client.ts'
import { CodingWaitError, type FollowOptions } from './coding.ts'

const session = (state: string, more: object = {}) => ({
  body: { id: 'cod_1', state, input_request_id: null, ...more },
})
const events = (...types: string[]) => ({
  body: { items: types.map((type, n) => ({ seq: n + 1, type, data: {} })), has_more: false },
})
const NONE = { body: { items: [], has_more: false } }
const ASKS = session('needs_input', { input_request_id: 'inq_1' })
const REQUEST = {
  body: { input_request: { id: 'inq_1', kind: 'approval', prompt: 'May I?', questions: [] } },
}
const BUSY = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '0' } }

async function scene(...replies: [Answering, ...Answering[]]) {
  const { url, received } = await startStandIn(...replies)
  const { codingSessions } = createClient({ baseUrl: url, token: 'pat_1', app_id: 'app_1', retries: 0 })
  const asked = () =>
    received.map(({ method, path }) => `${method} ${path.replace('/api/apps/app_1/imported/sessions', '')}`)
  return { codingSessions, received, asked }
}

test('launches a session and follows it, however busy the server is', { tags: 'slow' }, async () => {
  const { codingSessions, received, asked } = await scene(
    ...([session('queued'), NONE, session('queued'), BUSY] as const),
    ...([events('state', 'turn', 'state'), session('completed'), NONE] as const),
  )
  const seen: string[] = []
  const options: FollowOptions = {
    onEvent: ({ seq, type }) => seen.push(`${seq} ${type}`),
    onChange: ({ state }) => seen.push(state),
  }
  const body = { prompt: 'Do it', title: 'It' }
  expect(await codingSessions.launch(body, { ...options, idempotency_key: 'mine' })).toMatchObject({
    state: 'completed',
  })
  expect(seen).toEqual(['queued', '1 state', '2 turn', '3 state', 'completed'])
  expect(received[0]).toMatchObject({ body, headers: { 'idempotency-key': 'mine' } })
  expect(asked().slice(1)).toEqual([
    'GET /cod_1/events?after=0&limit=200',
    'GET /cod_1',
    'GET /cod_1/events?after=0&limit=200',
    'GET /cod_1/events?after=0&limit=200',
    'GET /cod_1',
    'GET /cod_1/events?after=3&limit=200',
  ])
})

test('answers, and passes over a question that somebody else has answered', { tags: 'slow' }, async () => {
  const { codingSessions, received } = await scene(
    ...([NONE, ASKS, REQUEST, refusal(409, 'input_request_changed')] as const),
    ...([NONE, ASKS, REQUEST, { body: {} }, NONE, session('failed'), NONE] as const),
  )
  const answer = async () => ({ approve: true })
  expect(await codingSessions.follow('cod_1', { answer })).toMatchObject({ state: 'failed' })
  const sent = received.filter(({ method }) => method === 'POST').map(({ body }) => body)
  const said = { approve: true, input_request_id: 'inq_1' }
  expect(sent).toEqual([said, said])
})

test('resolves when nobody answers, and gives up in time', async () => {
  const asking = await scene(NONE, ASKS, REQUEST, NONE)
  expect(await asking.codingSessions.follow('cod_1')).toMatchObject({ state: 'needs_input' })
  const slow = await scene(NONE, session('running'), NONE)
  await expect(slow.codingSessions.follow('cod_1', { timeoutMs: 1 })).rejects.toThrow(CodingWaitError)
  const gone = await scene(refusal(404, 'coding_session_not_found'))
  await expect(gone.codingSessions.follow('cod_1')).rejects.toMatchObject({
    code: 'coding_session_not_found',
  })
})

test('tells of all events, however many pages they fill, before it is over', async () => {
  const page = (from: number, type: string, has_more: boolean) => ({
    body: { items: [0, 1].map((n) => ({ seq: from + n, type, data: {} })), has_more },
  })
  const { codingSessions, asked } = await scene(
    ...([page(1, 'turn', true), page(3, 'state', false), session('completed')] as const),
    ...([page(5, 'turn', true), page(7, 'turn', false)] as const),
  )
  const seen: number[] = []
  await codingSessions.follow('cod_1', { onEvent: ({ seq }) => seen.push(seq) })
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(asked().map((one) => /after=(\d)/.exec(one)?.[1])).toEqual(['0', '2', undefined, '4', '6'])
})
