/** The session of an app's user across reloads: each new client stands for a page that was loaded again. */
import { describe, expect, test } from 'vitest'
import { refusal, startStandIn } from '../test/stand-in.ts'
import { ApiError, createClient } from './index.ts'

const KEY = 'app_1'
const ENDED = refusal(401, 'invalid_credentials')
const SIGNED_IN = { body: { access_token: 'aps_1', user: {} } }

/** As the storage of a browser. */
function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('a session that is kept', () => {
  test('is that of the next page, until they sign out', async () => {
    const { url, received } = await startStandIn(
      SIGNED_IN,
      { body: {} },
      { body: { success: true } },
      { body: {} },
    )
    const session = storage()
    const load = () => createClient({ baseUrl: url, app_id: KEY, session })
    await load().auth.login({ email: 'a@b', password: 'x' })
    expect([...session.kept]).toEqual([[`atrium:${url}:${KEY}`, 'aps_1']])
    await load().auth.me()
    await load().auth.logout()
    expect(session.kept.size).toBe(0)
    await load().auth.me()
    const sent = received.map(({ headers }) => headers.authorization)
    expect(sent).toEqual([undefined, 'Bearer aps_1', 'Bearer aps_1', undefined])
  })

  test('that has ended is forgotten, and the client goes on as nobody', async () => {
    const { url, received } = await startStandIn(ENDED, { body: [] })
    const session = storage()
    session.setItem(`atrium:${url}:${KEY}`, 'aps_old')
    const client = createClient({ baseUrl: url, app_id: KEY, session })
    await expect(client.auth.me()).rejects.toMatchObject({ status: 401 })
    expect(session.kept.size).toBe(0)
    await client.entity('Task').list()
    expect(received[1]?.headers.authorization).toBeUndefined()
  })

  test('of another tab that signed in since is left alone', async () => {
    const { url } = await startStandIn(ENDED)
    const session = storage()
    session.setItem(`atrium:${url}:${KEY}`, 'aps_old')
    const client = createClient({ baseUrl: url, app_id: KEY, session })
    session.setItem(`atrium:${url}:${KEY}`, 'aps_new')
    await expect(client.auth.me()).rejects.toBeInstanceOf(ApiError)
    expect([...session.kept.values()]).toEqual(['aps_new'])
  })

  test('gives way to a token that is given, and another refusal does not end it', async () => {
    const { url, received } = await startStandIn(refusal(403, 'editor_required'))
    const session = storage()
    session.setItem(`atrium:${url}:${KEY}`, 'aps_1')
    const client = createClient({ baseUrl: url, app_id: KEY, session, token: 'given' })
    await expect(client.auth.me()).rejects.toMatchObject({ status: 403 })
    expect(received[0]?.headers.authorization).toBe('Bearer given')
    expect(session.kept.size).toBe(1)
  })

  test('is one of the page where nothing can be kept', async () => {
    const { url, received } = await startStandIn(SIGNED_IN, { body: {} })
    const refuses = () => {
      throw new Error('The browser keeps nothing.')
    }
    const session = { getItem: refuses, setItem: refuses, removeItem: refuses }
    const client = createClient({ baseUrl: url, app_id: KEY, session })
    await client.auth.login({ email: 'a@b', password: 'x' })
    await client.auth.me()
    expect(received[1]?.headers.authorization).toBe('Bearer aps_1')
  })
})

test('nothing is kept unless somebody chose so', async () => {
  const { url, received } = await startStandIn(SIGNED_IN, { body: {} })
  await createClient({ baseUrl: url, app_id: KEY }).auth.login({ email: 'a@b', password: 'x' })
  await createClient({ baseUrl: url, app_id: KEY }).auth.me()
  expect(received[1]?.headers.authorization).toBeUndefined()
})

test('fields that a rule refuses are reported as those of a 422 are', () => {
  const body = {
    code: 'field_rule_refused',
    message: 'Not these.',
    detail: 'Not these.',
    fields: ['salary', 'a.b'],
  }
  expect(new ApiError(403, new Headers(), body).fields).toEqual([
    { loc: ['body', 'salary'], msg: 'Not these.', type: 'field_rule_refused' },
    { loc: ['body', 'a', 'b'], msg: 'Not these.', type: 'field_rule_refused' },
  ])
})
