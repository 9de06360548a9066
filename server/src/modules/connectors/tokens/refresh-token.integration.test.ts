import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../../../platform/secrets.ts'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import { granted, refusal, SILENCE, useTokens } from '../test/token-scene.ts'
import { refreshStore } from './refresh-store.ts'
import { refreshToken } from './refresh-token.ts'
import { sealCredentials } from './sealed-credentials.ts'

const scene = useTokens()
const { app, owner, service } = scene
const DUE = { endsIn: 300 }
const refresh = (id: string, node = scene.node()) =>
  refreshToken(node, { id, workspace_id: owner.workspace_id }, { kind: 'due' })
const now = async () => (await sql<{ now: Date }>`select now()`.execute(app.atrium.db)).rows[0]?.now as Date

describe('a refresh', () => {
  test('stores the new tokens, and when they are to be refreshed', async () => {
    const { id } = await scene.connect({ refresh_failures: 3, last_error: 'before' }, DUE)
    service.does((request) => {
      expect(request).toMatchObject({ client: { id: 'atrium' }, signal: expect.any(AbortSignal) })
      const answer = granted('new', 'newer')
      return { ...answer, tokens: { ...answer.tokens, scopes: ['items.write'], captured: { host: 'x' } } }
    })
    expect(await refresh(id)).toBe(true)
    expect(await scene.tokens(id)).toEqual({ access_token: 'new', refresh_token: 'newer', values: {} })
    const row = await scene.row(id)
    expect(row).toMatchObject({
      ...{ status: 'active', scopes: ['items.write'], captured: { host: 'x' }, last_error: null },
      ...{ refresh_failures: 0, refresh_failing_since: null, refresh_claim: null, is_claimed: false },
    })
    const left = ((row.token_expires_at as Date).getTime() - (await now()).getTime()) / 1_000
    expect(left).toBeGreaterThan(3_500)
    expect(left).toBeLessThanOrEqual(3_600)
    expect(row.refresh_at).not.toBeNull()
  })

  test('keeps the refresh token, scopes and values that the answer does not name', async () => {
    const given = { values: { api_secret: 'kept' } }
    const { id } = await scene.connect({ captured: { host: 'y' } }, { ...DUE, given })
    const before = await scene.tokens(id)
    service.does(() => granted('new', null, null))
    await refresh(id)
    expect(await scene.tokens(id)).toEqual({ ...before, access_token: 'new' })
    expect(await scene.row(id)).toMatchObject({
      ...{ scopes: ['items.read'], captured: { host: 'y' }, token_expires_at: null, refresh_at: null },
    })
  })

  test.each([
    ['before its time', { endsIn: 3_600 }],
    ['of a token that lasts', { endsIn: null }],
  ])('is not made %s', async (_, ends) => {
    const { id } = await scene.connect({}, ends)
    expect(await refresh(id)).toBe(false)
    expect(service.seen.requests).toEqual([])
  })

  test('is not made of a connection that has ended', async () => {
    for (const status of ['expired', 'disconnected'] as const) {
      const { id } = await scene.connect({ status }, DUE)
      expect(await refresh(id)).toBe(false)
    }
    expect(service.seen.requests).toEqual([])
  })

  test('works for client credentials, with the client in the fields', async () => {
    await scene.addConnector({
      ...sandboxOauth,
      integration_type: 'by-client',
      auth: {
        ...{ mode: 'client_credentials', token_url: 'https://{tenant}.example.com/token' },
        ...{ client_auth: 'body', client_id_field: 'key', client_secret_field: 'word' },
      },
    })
    const given = { refresh_token: null, values: { word: 'secret-word' } }
    const fields = {
      integration_type: 'by-client',
      client_id: 'k',
      connection_config: { key: 'k', tenant: 't' },
    }
    const { id } = await scene.connect(fields, { ...DUE, given })
    expect(await refresh(id)).toBe(true)
    const [request] = service.seen.requests
    expect(request).toMatchObject({
      client: { id: 'k', secret: 'secret-word' },
      grant: { kind: 'client_credentials', scopes: ['items.read'] },
      values: { tenant: 't' },
    })
    expect(await scene.tokens(id)).toMatchObject({ refresh_token: null, values: { word: 'secret-word' } })
  })
})

describe('exactly one node refreshes', () => {
  test('however many try at once, also with wrong clocks', async () => {
    const { id } = await scene.connect({}, DUE)
    const nodes = [0, -3_600, 3_600, 86_400].map((off) => scene.node(off))
    const tries = await Promise.all(Array.from({ length: 20 }, (_, n) => refresh(id, nodes[n % 4])))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(service.seen.requests).toHaveLength(1)
    expect(service.isGood((await scene.tokens(id))?.refresh_token)).toBe(true)
  })

  test('and nobody does what is done', async () => {
    const { id } = await scene.connect({}, DUE)
    expect([await refresh(id), await refresh(id)]).toEqual([true, false])
  })

  test('until its lease ends: then the next one tries with what is stored', async () => {
    const { id } = await scene.connect({}, DUE)
    const { db } = app.atrium
    const before = await scene.tokens(id)
    const claimed = await refreshStore(db).claim(id, 'dead', { kind: 'due' })
    const lease = Number(claimed?.refresh_claimed_until) - Number(claimed?.now)
    expect(lease).toBe(30_000)
    expect(await refresh(id)).toBe(false)
    // Not to its last second: real time goes on as well.
    await scene.pass(id, 15)
    expect(await refresh(id)).toBe(false)
    await scene.pass(id, 15)
    expect(await refresh(id)).toBe(true)
    expect(service.seen.requests[0]?.grant).toMatchObject({ refreshToken: before?.refresh_token })
  })

  test('a node that lost its claim stores nothing', async () => {
    const { id } = await scene.connect({}, DUE)
    service.does(async () => {
      await app.sql`update connections set refresh_claim = 'other' where id = ${id}`
      return granted('late', 'late')
    })
    const before = await scene.tokens(id)
    await refresh(id)
    expect(await scene.tokens(id)).toEqual(before)
    expect(await scene.row(id)).toMatchObject({ refresh_claim: 'other' })
  })

  test('a node that is late stores all the same while nobody else claimed', async () => {
    const { id } = await scene.connect({}, DUE)
    service.does(async () => {
      await scene.pass(id, 60)
      return granted('late', 'later')
    })
    await refresh(id)
    expect(await scene.tokens(id)).toMatchObject({ access_token: 'late' })
  })
})

describe('what happens to the connection during a refresh', () => {
  const during = async (change: (id: string) => Promise<unknown>, answer = granted('late', 'late')) => {
    const { id } = await scene.connect({}, DUE)
    service.does(async () => {
      await change(id)
      return answer
    })
    await refresh(id)
    return id
  }

  test('connected again: the new tokens stay', async () => {
    const given = { access_token: 'fresh', refresh_token: 'fresher', values: {} }
    const id = await during(
      (one) =>
        app.sql`update connections set credentials = ${sealCredentials(scene.secrets, one, given)} where id = ${one}`,
    )
    expect(await scene.tokens(id)).toEqual(given)
  })

  test('disconnected: it stays so', async () => {
    const id = await during(
      (one) => app.sql`update connections set status = 'disconnected', credentials = null where id = ${one}`,
    )
    expect(await scene.row(id)).toMatchObject({ status: 'disconnected', credentials: null })
  })

  test('removed: nothing comes back', async () => {
    const id = await during((one) => app.sql`delete from connections where id = ${one}`)
    expect(await refreshStore(app.atrium.db).find(id)).toBeUndefined()
  })

  test('sealed with another key: the new tokens are stored', async () => {
    const id = await during(async (one) => {
      const plain = await scene.tokens(one)
      if (plain)
        await app.sql`update connections set credentials = ${sealCredentials(scene.secrets, one, plain)} where id = ${one}`
    })
    expect(await scene.tokens(id)).toMatchObject({ access_token: 'late' })
  })
})

describe('a refresh that fails', () => {
  test('is tried again after 30 s, then after twice as long, and says why', async () => {
    const { id } = await scene.connect({}, DUE)
    const before = await scene.tokens(id)
    service.does(
      () => SILENCE,
      () => refusal('temporarily_unavailable', false),
    )
    await refresh(id)
    const first = await scene.row(id)
    expect(first).toMatchObject({ status: 'active', refresh_failures: 1, refresh_claim: null })
    expect(first).toMatchObject({ last_error: 'The service did not answer.' })
    expect(first.refresh_at).toEqual(new Date((first.refresh_failing_since as Date).getTime() + 30_000))
    expect(await refresh(id)).toBe(false)
    await scene.pass(id, 31)
    await refresh(id)
    const second = await scene.row(id)
    expect(second).toMatchObject({ refresh_failures: 2, last_error: expect.stringContaining('unavailable') })
    expect((second.refresh_at as Date).getTime() - second.now.getTime()).toBeGreaterThan(50_000)
    expect(await scene.tokens(id)).toEqual(before)
    await scene.pass(id, 61)
    await refresh(id)
    const nothingFails = { refresh_failures: 0, refresh_failing_since: null, last_error: null }
    expect(await scene.row(id)).toMatchObject(nothingFails)
  })

  test('never quotes a secret', async () => {
    const { id } = await scene.connect({}, { ...DUE, given: { values: { key: 'my-own-secret-value' } } })
    const { access_token, refresh_token } = (await scene.tokens(id)) ?? {}
    service.does(() => ({
      ...{ kind: 'refused', error: 'busy', isFinal: false },
      message: `No: ${access_token} ${refresh_token}\nmy-own-secret-value ${'x'.repeat(1_000)}`,
    }))
    await refresh(id)
    const { last_error } = await scene.row(id)
    expect(last_error).toMatch(/^No: \[redacted\] \[redacted\] \[redacted\] x+$/)
    expect(last_error?.length).toBe(300)
  })

  test('without a request: another client id, a connector that is gone, credentials that nobody can open', async () => {
    const other = await scene.connect({ client_id: 'another' }, DUE)
    const gone = await scene.connect({ integration_type: 'gone' }, DUE)
    const shut = await scene.connect({}, DUE)
    const lost = sealCredentials(createSecrets('a key that is lost'), shut.id, {
      ...{ access_token: 'a', refresh_token: 'b', values: {} },
    })
    await app.sql`update connections set credentials = ${lost} where id = ${shut.id}`
    for (const [{ id }, words] of [
      [other, 'another client id'],
      [gone, 'no connector of this type'],
      [shut, 'could not carry'],
    ] as const) {
      expect(await refresh(id)).toBe(true)
      expect(await scene.row(id)).toMatchObject({
        ...{ status: 'active', refresh_failures: 1, last_error: expect.stringContaining(words) },
      })
    }
    expect(service.seen.requests).toEqual([])
  })

  test('a port that throws is a failure like any other', async () => {
    const { id } = await scene.connect({}, DUE)
    service.does(() => {
      throw new Error('broken')
    })
    await refresh(id)
    expect(await scene.row(id)).toMatchObject({ refresh_failures: 1, refresh_claim: null })
  })
})
