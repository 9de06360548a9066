import { expect, test } from 'vitest'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import type { UsableConnection } from './carry-out-call.ts'
import { readPage } from './read-page.ts'

const TOKEN = 'token-of-the-connection'
const NEXT = `<https://api.example.com/items?page=2&access_token=${TOKEN}>; rel="next"`

test('what a list goes on by is as the service wrote it; what is handed on is without the token', async () => {
  const { answer, link, bytes } = await read(
    { link: NEXT, 'content-type': 'text/plain' },
    `You are ${TOKEN}.`,
  )
  expect(link).toBe(NEXT)
  expect(bytes).toBe(TOKEN.length + 9)
  expect(answer.headers.link).toContain('access_token=[redacted]')
  expect(answer.body).toBe('You are [redacted].')
})

test('the address of the next page in a body is as the service wrote it', async () => {
  const next = `https://api.example.com/items?page=2&access_token=${TOKEN}`
  const { answer, parsed } = await read({ 'content-type': 'application/json' }, JSON.stringify({ next }))
  expect(parsed).toEqual({ next })
  expect(answer.body).toEqual({ next: next.replace(TOKEN, '[redacted]') })
  expect(JSON.stringify(answer)).not.toContain(TOKEN)
})

test('without a next page there is no link', async () => {
  expect(await read({}, '')).toMatchObject({ link: '', bytes: 0, answer: { body: null } })
})

function read(headers: Record<string, string>, text: string) {
  const body = Buffer.from(text)
  const answered = { kind: 'answered', status: 200, headers, body, truncated: false, durationMs: 1 } as const
  const deps = {
    clock: { now: () => new Date('2026-11-19T10:00:00Z') },
    connectorHttp: () => ({ send: async () => answered, checkTarget: () => expect.unreachable() }),
    connectorPacing: { turn: async () => {}, pause: () => {}, rest: async () => {}, known: () => 0 },
  }
  const connection: UsableConnection = {
    connection_id: 'con_1',
    definition: sandboxOauth,
    values: {},
    credentials: async () => ({ access_token: TOKEN, refresh_token: null, values: {} }),
  }
  const request = { method: 'GET', path: '/items', query: {}, headers: {}, body: undefined }
  return readPage(deps, connection, request, { attempts: 0 })
}
