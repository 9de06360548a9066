/** Calling and connecting services, against a stand-in: what happens behind it is the business of the server's tests. */
import { describe, expect, test } from 'vitest'
import { type Answering, refusal, startStandIn } from '../test/stand-in.ts'
import { ApiError, ConnectError, createClient } from './index.ts'

const AT = '/api/apps/app_1/external-auth'
const STARTED = {
  ...{ redirect_url: 'https://slack.example/oauth?state=1', connection_id: 'con_1' },
  ...{ expires_at: '2026-11-17T09:40:00.000Z', already_authorized: false },
}
const LISTED = { body: { integrations: [{ integration_type: 'slack', status: 'active' }] } }
const state = (status: string, error_message: string | null = null) => ({ body: { status, error_message } })

async function clientOf(...replies: [Answering, ...Answering[]]) {
  const { url, received } = await startStandIn(...replies)
  const client = createClient({ baseUrl: url, app_id: 'app_1', token: 'pat_1', retries: 0 })
  return { client, received, asked: () => received.map(({ method, path }) => `${method} ${path}`) }
}

describe('call', () => {
  const ANSWER = {
    status: 404,
    ok: false,
    headers: {},
    body: { ok: false },
    encoding: 'json',
    has_more: false,
  }

  test('sends the request by the type alone, and any status is an answer', async () => {
    const { client, received } = await clientOf({ body: ANSWER })
    const answer = await client.connectors.call<{ ok: boolean }>('slack', { method: 'POST', path: '/chat' })
    expect(answer.body.ok).toBe(false)
    expect(answer.status).toBe(404)
    expect(received).toMatchObject([
      { method: 'POST', path: `${AT}/integrations/slack/call`, body: { method: 'POST', path: '/chat' } },
    ])
  })

  test('callApi is the same as call', async () => {
    const { client, received } = await clientOf({ body: ANSWER })
    const answer = await client.connectors.callApi<{ ok: boolean }>('slack', { path: '/chat' })
    expect(answer.body.ok).toBe(false)
    expect(received).toMatchObject([
      { method: 'POST', path: `${AT}/integrations/slack/call`, body: { path: '/chat' } },
    ])
  })

  test('takes the params of the operation too', async () => {
    const { client, asked } = await clientOf({ body: ANSWER })
    await client.connectors.call({ app_id: 'app_2', integration_type: 'slack' }, { path: '/chat' })
    expect(asked()).toEqual(['POST /api/apps/app_2/external-auth/integrations/slack/call'])
  })

  test('throws what keeps it from the service, once', async () => {
    const { client, received } = await clientOf(refusal(409, 'connection_not_active'))
    const call = client.connectors.call('slack', { path: '/chat' })
    await expect(call).rejects.toBeInstanceOf(ApiError)
    await expect(client.connectors.call('a/../b', { path: '/' })).rejects.toThrow()
    expect(received[0]?.path).toBe(`${AT}/integrations/slack/call`)
  })
})

describe('connect', () => {
  test('returns the connection of that type, whichever others the app has', async () => {
    const integrations = ['github', 'slack', 'stripe'].map((integration_type) => ({ integration_type }))
    const made = { body: { ...STARTED, redirect_url: null, already_authorized: true } }
    const { client } = await clientOf(made, { body: { integrations } }, made, { body: { integrations: [] } })
    expect(await client.connectors.connect('slack')).toMatchObject({ integration_type: 'slack' })
    await expect(client.connectors.connect('slack')).rejects.toMatchObject({ code: 'refused' })
  })

  test('hands over the address, waits until it is approved, and returns the connection', async () => {
    const replies = [{ body: STARTED }, state('PENDING'), state('ACTIVE'), LISTED] as const
    const { client, received, asked } = await clientOf(...replies)
    const shown: string[] = []
    const onApprove = (url: string) => void shown.push(url)
    const made = await client.connectors.connect('slack', { scopes: ['chat:write'], onApprove })
    expect(made).toMatchObject({ status: 'active' })
    expect(shown).toEqual([STARTED.redirect_url])
    expect(received[0]?.body).toEqual({ integration_type: 'slack', scopes: ['chat:write'] })
    const status = `GET ${AT}/status?integration_type=slack&connection_id=con_1`
    expect(asked()).toEqual([`POST ${AT}/initiate`, status, status, `GET ${AT}/list`])
  })

  test('shows nothing where there is nothing to approve', async () => {
    const key = { ...STARTED, redirect_url: null, already_authorized: true }
    const { client, asked } = await clientOf({ body: key }, LISTED)
    const onApprove = () => expect.unreachable()
    await client.connectors.connect('slack', { connection_config: { api_key: 'k' }, onApprove })
    expect(asked()).toEqual([`POST ${AT}/initiate`, `GET ${AT}/list`])
  })

  test('fails when somebody else has connected it, and takes it over only by force', async () => {
    const other = {
      ...STARTED,
      redirect_url: null,
      error: 'different_user',
      error_message: 'Of bob@example.com.',
    }
    const { client, asked } = await clientOf({ body: other })
    const refused = client.connectors.connect('slack').catch((error: unknown) => error)
    expect(await refused).toBeInstanceOf(ConnectError)
    expect(await refused).toMatchObject({ code: 'different_user', message: 'Of bob@example.com.' })
    expect(asked()).toHaveLength(1)
  })

  test('fails when it is not approved, says why, and does not outlast its time', async () => {
    const no = await clientOf({ body: STARTED }, state('FAILED', 'The person refused.'))
    await expect(no.client.connectors.connect('slack')).rejects.toMatchObject({
      code: 'refused',
      message: 'The person refused.',
    })
    const late = await clientOf({ body: STARTED }, state('PENDING'))
    await expect(late.client.connectors.connect('slack', { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'timed_out',
    })
  })

  test('goes on when the server is away or busy for a moment, not when it refuses', {
    tags: 'slow',
  }, async () => {
    const replies = [{ body: STARTED }, 'cut', refusal(429, 'rate_limited'), state('ACTIVE'), LISTED] as const
    const { client } = await clientOf(...replies)
    expect(await client.connectors.connect('slack')).toMatchObject({ status: 'active' })
    const gone = await clientOf({ body: STARTED }, refusal(404, 'connection_not_found'))
    await expect(gone.client.connectors.connect('slack')).rejects.toMatchObject({ status: 404 })
  })

  test('ends when it is aborted', async () => {
    const { client } = await clientOf({ body: STARTED }, state('PENDING'))
    const end = new AbortController()
    const onApprove = () => setTimeout(() => end.abort('enough'), 50)
    const connecting = client.connectors.connect('slack', {
      signal: end.signal,
      onApprove: () => void onApprove(),
    })
    await expect(connecting).rejects.toBe('enough')
  })
})
