import { describe, expect, test } from 'vitest'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import { granted, refusal, SILENCE, useTokens } from '../test/token-scene.ts'
import { refreshStore } from './refresh-store.ts'

const scene = useTokens()
const { app, service } = scene
const ENDED = { endsIn: -1 }
const tokenOf = async (id: string) => (await scene.tokens(id))?.access_token ?? ''

describe('refuses', () => {
  test('a connection that has ended', async () => {
    for (const status of ['expired', 'disconnected'] as const) {
      const { id } = await scene.connect({ status })
      await expect(scene.use(scene.node(), id)).rejects.toMatchObject({ code: 'connection_not_active' })
    }
  })

  test('when the service refuses to refresh for good: the connection has expired', async () => {
    const { id } = await scene.connect({}, ENDED)
    service.does(() => refusal('invalid_grant', true))
    await expect(scene.use(scene.node(), id)).rejects.toMatchObject({ code: 'connection_not_active' })
    expect(await scene.row(id)).toMatchObject({ status: 'expired' })
  })

  test('until the next try, with the reason, while a token that has ended cannot be refreshed', async () => {
    const { id } = await scene.connect({}, ENDED)
    service.does(() => SILENCE)
    const node = scene.node()
    for (let times = 0; times < 3; times++)
      await expect(scene.use(node, id)).rejects.toMatchObject({
        ...{ code: 'connector_call_failed', status: 502 },
        message: expect.stringContaining('could not be refreshed: The service did not answer. It is tried'),
      })
    expect(service.seen.requests).toHaveLength(1)
    await scene.pass(id, 31)
    expect(await scene.use(node, id)).toEqual(await scene.tokens(id))
    expect(service.seen.requests).toHaveLength(2)
  })
})

describe('without a refresh', () => {
  test('a good token, also for a node whose clock is wrong', async () => {
    const { id } = await scene.connect({}, { endsIn: 1_200 })
    for (const off of [0, -3_600, 3_600, 86_400])
      expect(await scene.use(scene.node(off), id)).toEqual(await scene.tokens(id))
    expect(service.seen.requests).toEqual([])
  })

  test('a token that is due and good for a while: that is for the job', async () => {
    const { id } = await scene.connect({}, { endsIn: 300 })
    await scene.use(scene.node(), id)
    expect(service.seen.requests).toEqual([])
  })

  test('an API key, whatever the service says', async () => {
    const definition = { ...sandboxOauth, auth: { mode: 'api_key' as const, headers: { key: '{key}' } } }
    const given = { access_token: null, refresh_token: null, values: { key: 'k' } }
    const { id } = await scene.connect({}, { endsIn: null, given })
    expect(await scene.use(scene.node(), id, 'k', definition)).toEqual(given)
  })

  test('a good token while another node refreshes it', async () => {
    const { id } = await scene.connect({}, { endsIn: 600 })
    await refreshStore(app.atrium.db).claim(id, 'other', { kind: 'due' })
    expect(await scene.use(scene.node(), id)).toEqual(await scene.tokens(id))
  })

  test('a token that ends soon, while refreshing it fails', async () => {
    const { id } = await scene.connect({}, { endsIn: 50 })
    service.does(() => SILENCE)
    const node = scene.node()
    const before = await scene.tokens(id)
    expect([await scene.use(node, id), await scene.use(node, id)]).toEqual([before, before])
    expect(service.seen.requests).toHaveLength(1)
  })
})

describe('with one refresh', () => {
  test('calls of many nodes at once, of a token that has ended', async () => {
    const { id } = await scene.connect({}, ENDED)
    const nodes = [0, -3_600, 3_600].map((off) => scene.node(off))
    const used = await Promise.all(
      nodes.flatMap((node) => Array.from({ length: 10 }, () => scene.use(node, id))),
    )
    const stored = await scene.tokens(id)
    // A node whose clock is behind takes the old one for good; the service then refuses it.
    const others = used.filter(({ access_token }) => access_token !== stored?.access_token)
    expect(others.length).toBeLessThanOrEqual(10)
    expect(service.seen.requests).toHaveLength(1)
  })

  test('calls whose token the service refused', async () => {
    const { id } = await scene.connect()
    const refused = await tokenOf(id)
    const nodes = [scene.node(), scene.node(-3_600)]
    const used = await Promise.all(
      nodes.flatMap((node) => Array.from({ length: 10 }, () => scene.use(node, id, refused))),
    )
    const stored = await scene.tokens(id)
    expect(stored?.access_token).not.toBe(refused)
    expect(new Set(used.map(({ access_token }) => access_token))).toEqual(new Set([stored?.access_token]))
    expect(service.seen.requests).toHaveLength(1)
  })

  test('none, when the stored token is another than the refused one', async () => {
    const { id } = await scene.connect()
    expect(await scene.use(scene.node(), id, 'an old one')).toEqual(await scene.tokens(id))
    expect(service.seen.requests).toEqual([])
  })

  test('a service that refuses every token is not asked for another with every call', async () => {
    const { id } = await scene.connect()
    const node = scene.node()
    await scene.use(node, id, await tokenOf(id))
    for (let times = 0; times < 5; times++)
      expect((await scene.use(node, id, await tokenOf(id))).access_token).toBe(await tokenOf(id))
    expect(service.seen.requests).toHaveLength(1)
    await scene.pass(id, 31)
    await scene.use(node, id, await tokenOf(id))
    expect(service.seen.requests).toHaveLength(2)
  })

  test('a refused token that nothing can refresh comes back as it is', async () => {
    const { id } = await scene.connect({}, { endsIn: null, given: { refresh_token: null } })
    expect(await scene.use(scene.node(), id, await tokenOf(id))).toEqual(await scene.tokens(id))
    expect(await scene.row(id)).toMatchObject({ status: 'active' })
  })

  test('a call waits for the node that refreshes, and takes what it got', async () => {
    const { id } = await scene.connect({}, ENDED)
    const answer = Promise.withResolvers<ReturnType<typeof granted>>()
    service.does(() => answer.promise)
    const first = scene.use(scene.node(), id)
    await expect.poll(() => service.seen.requests.length).toBe(1)
    const second = scene.use(scene.node(), id)
    answer.resolve(granted('new', 'newer'))
    for (const used of await Promise.all([first, second])) expect(used.access_token).toBe('new')
    expect(service.seen.requests).toHaveLength(1)
  })

  test('a call takes over when the lease of the other node ends', async () => {
    const { id } = await scene.connect({}, ENDED)
    await refreshStore(app.atrium.db).claim(id, 'dead', { kind: 'due' })
    const waiting = scene.use(scene.node(), id)
    await scene.pass(id, 31)
    expect(await waiting).toEqual(await scene.tokens(id))
    expect(service.seen.requests).toHaveLength(1)
  })

  test('a connection that is disconnected while a call waits', async () => {
    const { id } = await scene.connect({}, ENDED)
    await refreshStore(app.atrium.db).claim(id, 'other', { kind: 'due' })
    const waiting = expect(scene.use(scene.node(), id)).rejects.toMatchObject({
      code: 'connection_not_active',
    })
    await app.sql`update connections set status = 'disconnected', credentials = null where id = ${id}`
    await waiting
  })
})
