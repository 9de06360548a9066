import { LINK_MINUTES } from '@atrium/contract/connectors'
import { describe, expect, test } from 'vitest'
import { useConnections } from '../test/connection-scene.ts'

const scene = useConnections()
const { app, provider, owner, editor } = scene
const outcomeOf = async (url: string, who = owner) => (await scene.outcome(url, who)).query.outcome
const status = () => app.as(owner).connectors.status(scene.at(), { integration_type: 'stand-in' })

describe('the way back from a service', () => {
  test('leads to the sign-in without a session, and then on with all that came along', async () => {
    const back = `${await scene.approved(owner)}&account=acct-1&other=x`
    const { path, query } = await scene.outcome(back, null)
    expect(path).toBe(`${app.baseUrl}/sign-in`)
    expect(query.then).toMatch(/^\/api\/external-auth\/callback\?/)
    expect(await outcomeOf(`${app.baseUrl}${query.then}`)).toBe('connected')
    expect(await scene.row()).toMatchObject({ captured: { account_id: 'acct-1' } })
  })

  test('is for the person who started, and stays theirs', async () => {
    const back = await scene.approved(owner)
    expect(await scene.outcome(back, editor)).toEqual({
      path: `${app.baseUrl}/connected`,
      query: { outcome: 'different_user' },
    })
    expect(await scene.row()).toBeUndefined()
    expect(await outcomeOf(back)).toBe('connected')
  })

  test('works once: then it says what came of it', async () => {
    const back = await scene.approved(owner)
    const asked = provider.requests.token.length
    const both = await Promise.all([outcomeOf(back), outcomeOf(back), outcomeOf(back)])
    expect(both).toContain('connected')
    expect(await outcomeOf(back)).toBe('connected')
    expect(provider.requests.token.length).toBe(asked + 1)
    expect(await outcomeOf(back, editor)).toBe('different_user')
  })

  test('is closed when nobody approved in time', async () => {
    const back = await scene.approved(owner)
    app.clock.move(LINK_MINUTES * 60 + 1)
    expect(await outcomeOf(back)).toBe('expired')
    expect(await status()).toMatchObject({
      status: 'FAILED',
      error_message: expect.stringContaining('in time'),
    })
    app.clock.move(-LINK_MINUTES * 60 - 1)
  })

  test('says when access was refused, and when the service failed', async () => {
    provider.quirks.decision = 'refuse'
    const refused = await scene.approved(owner)
    provider.quirks.decision = 'approve'
    expect(await outcomeOf(refused)).toBe('refused')
    expect(await outcomeOf(refused)).toBe('used')
    expect(await status()).toEqual({ status: 'FAILED', error_message: 'Access was refused at the service.' })
    const failing = await scene.approved(owner)
    provider.faults.token.push({ status: 500 })
    expect(await outcomeOf(failing)).toBe('failed')
    const started = await scene.initiate(owner)
    const state = new URL(started.redirect_url ?? '').searchParams.get('state')
    expect(await outcomeOf(`${app.baseUrl}/api/external-auth/callback?state=${state}`)).toBe('failed')
    expect(await scene.row()).toBeUndefined()
  })

  test('of a forged or foreign state leads nowhere', async () => {
    const back = new URL(await scene.approved(owner))
    const state = back.searchParams.get('state') ?? ''
    for (const forged of ['', 'x', `${state}x`, state.replace(/\w$/, '!'), state.split('.')[0] ?? '']) {
      back.searchParams.set('state', forged)
      expect((await scene.outcome(back.href, owner)).query).toEqual({ outcome: 'unknown' })
      expect((await scene.outcome(back.href, null)).query).toEqual({ outcome: 'unknown' })
    }
  })

  test('takes no code of another attempt', async () => {
    const [mine, other] = [new URL(await scene.approved(owner)), new URL(await scene.approved(editor))]
    mine.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect(await outcomeOf(mine.href)).toBe('failed')
    expect(await scene.row()).toBeUndefined()
  })

  test('is closed to those who may not edit any more, and when app or client are gone', async () => {
    const back = await scene.approved(editor)
    await app.sql`update members set role = 'viewer' where user_id = ${editor.id}`
    expect(await outcomeOf(back, editor)).toBe('failed')
    await app.sql`update members set role = 'editor' where user_id = ${editor.id}`
    const other = await scene.approved(owner)
    await scene.addClient('stand-in', 'another')
    expect(await outcomeOf(other)).toBe('failed')
    await scene.addClient()
    const gone = await scene.approved(owner)
    await app.as(owner).apps.delete(scene.at())
    expect(['failed', 'unknown']).toContain(await outcomeOf(gone))
    expect(await scene.row()).toBeUndefined()
  })

  test('stores nothing of what was called off while the service was asked', async () => {
    await scene.connect(owner)
    const back = await scene.approved(owner, { force_reconnect: true })
    const held = provider.hold('answer')
    const finishing = outcomeOf(back)
    await expect.poll(held.waiting).toBe(1)
    await app.as(owner).connectors.remove(scene.of())
    held.release()
    expect(await finishing).toBe('failed')
    expect(await scene.row()).toBeUndefined()
  })

  test('connects although the account cannot be read', async () => {
    const back = await scene.approved(owner)
    provider.faults.api.push('cut')
    expect(await outcomeOf(back)).toBe('connected')
    expect(await scene.row()).toMatchObject({ status: 'active', account_name: null })
  })
})
