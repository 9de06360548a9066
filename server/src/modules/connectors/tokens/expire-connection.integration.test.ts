import { describe, expect, test } from 'vitest'
import { refusal, SILENCE, useTokens } from '../test/token-scene.ts'
import { refreshToken } from './refresh-token.ts'

const scene = useTokens()
const { app, owner, editor, guest, service } = scene
const DUE = { endsIn: 300 }
const refresh = (id: string, node = scene.node()) =>
  refreshToken(node, { id, workspace_id: owner.workspace_id }, { kind: 'due' })

describe('a connection expires', () => {
  test('at once on a final refusal: its tokens are forgotten, everybody learns it', async () => {
    const { id, app_id } = await scene.connect({}, DUE)
    const target = { target_url: 'https://hooks.example.com/', events: ['connection.expired' as const] }
    const { id: webhook_id } = await app.as(owner).app_webhooks.create({ app_id }, target)
    service.does(() => refusal('invalid_grant', true))
    await refresh(id)
    const reason = 'The service says invalid_grant.'
    expect(await scene.row(id)).toMatchObject({
      ...{ status: 'expired', credentials: null, last_error: reason, refresh_at: null },
      ...{ token_expires_at: null, refresh_claim: null },
    })
    const { items } = await app.as(owner).audit.list({ app_id, action: 'connections.expired' })
    expect(items).toMatchObject([
      {
        ...{ actor_id: null, target_type: 'connection', target_id: id },
        detail: { integration_type: 'sandbox-oauth', reason },
      },
    ])
    const deliveries = await app.as(owner).app_deliveries.list({ app_id, webhook_id })
    expect(deliveries.items).toHaveLength(1)
    expect(await scene.mails(app_id)).toMatchObject([
      { to: owner.email, subject: 'Test app: connect Sandbox again' },
    ])
    expect(await refresh(id)).toBe(false)
  })

  test('after four days in which every try failed', async () => {
    const { id, app_id } = await scene.connect({}, DUE)
    service.does(...Array.from({ length: 12 }, () => () => SILENCE))
    for (let failures = 1; failures <= 11; failures++) {
      await refresh(id)
      expect(await scene.row(id)).toMatchObject({ status: 'active', refresh_failures: failures })
      await scene.pass(id, 3_601)
    }
    await scene.pass(id, 4 * 86_400 - 12 * 3_601)
    expect(await scene.mails(app_id)).toEqual([])
    await scene.pass(id, 3_601)
    await refresh(id)
    expect(await scene.row(id)).toMatchObject({
      status: 'expired',
      last_error: 'The service did not answer.',
    })
    expect(await scene.mails(app_id)).toHaveLength(1)
  })

  test('not when one of the tries went well in between', async () => {
    const { id } = await scene.connect(
      { refresh_failures: 50, refresh_failing_since: new Date(Date.now() - 3.9 * 86_400_000) },
      DUE,
    )
    await refresh(id)
    await scene.pass(id, 86_400)
    service.does(() => SILENCE)
    await refresh(id)
    expect(await scene.row(id)).toMatchObject({ status: 'active', refresh_failures: 1 })
  })

  test('keeps the values of secret fields, without tokens', async () => {
    const { id } = await scene.connect({}, { ...DUE, given: { values: { key: 'kept' } } })
    service.does(() => refusal('invalid_grant', true))
    await refresh(id)
    expect(await scene.tokens(id)).toEqual({
      access_token: null,
      refresh_token: null,
      values: { key: 'kept' },
    })
  })

  test('when its token ends and there is nothing to refresh it with, not before', async () => {
    const { id } = await scene.connect({}, { ...DUE, given: { refresh_token: null } })
    expect(await refresh(id)).toBe(true)
    const row = await scene.row(id)
    expect(row).toMatchObject({ status: 'active', refresh_failures: 0, refresh_claim: null })
    expect(row.refresh_at).toEqual(row.token_expires_at)
    expect(await refresh(id)).toBe(false)
    await scene.pass(id, 301)
    expect(await refresh(id)).toBe(true)
    expect(await scene.row(id)).toMatchObject({
      status: 'expired',
      last_error: expect.stringContaining('ended'),
    })
    expect(service.seen.requests).toEqual([])
  })

  test('as a whole or not at all', async () => {
    const { id, app_id } = await scene.connect({}, DUE)
    const node = scene.node()
    const broken = {
      ...node,
      connectionNotices: {
        async announceExpired() {
          throw new Error('no mail')
        },
      },
    }
    service.does(
      () => refusal('invalid_grant', true),
      () => refusal('invalid_grant', true),
    )
    await expect(refresh(id, broken)).rejects.toThrow('no mail')
    expect(await scene.row(id)).toMatchObject({ status: 'active', is_claimed: true })
    expect((await app.as(owner).audit.list({ app_id, action: 'connections.expired' })).items).toEqual([])
    await scene.pass(id, 31)
    await refresh(id)
    expect(await scene.row(id)).toMatchObject({ status: 'expired' })
  })
})

describe('the email', () => {
  const expire = async (connected_by: string | null, before = async (_appId: string) => {}) => {
    const { id, app_id } = await scene.connect({ connected_by }, DUE)
    await before(app_id)
    service.does(() => refusal('invalid_grant', true))
    await refresh(id)
    return scene.mails(app_id)
  }

  test('goes to the one who connected, with the reason and a link', async () => {
    const [mail] = await expire(editor.id)
    expect(mail?.to).toBe(editor.email)
    expect(mail?.text).toContain('Why: The service says invalid_grant.')
    expect(mail?.text).toMatch(
      new RegExp(`https://atrium.example.com/w/${owner.workspace_id}/apps/app_[^/]+/connectors\n`),
    )
  })

  test('goes to the owner of the workspace when nobody is there who connected', async () => {
    expect(await expire(null)).toMatchObject([{ to: owner.email }])
    expect(await expire('usr_gone')).toMatchObject([{ to: owner.email }])
  })

  test('goes to a guest only while they are with the app', async () => {
    expect(await expire(guest.id)).toMatchObject([{ to: owner.email }])
    const invite = (id: string) => app.make.collaborator({ id }, guest, 'editor')
    expect(await expire(guest.id, invite)).toMatchObject([{ to: guest.email }])
  })

  test('goes to nobody who has lost access', async () => {
    await app.sql`update members set access_state = 'suspended' where user_id = ${editor.id}`
    expect(await expire(editor.id)).toMatchObject([{ to: owner.email }])
    await app.sql`update members set access_state = 'active' where user_id = ${editor.id}`
  })

  test('takes no lines from the names of app and service', async () => {
    const [mail] = await expire(owner.id, (id) => renamed(id, 'Shop\r\nBcc: all@example.com'))
    expect(mail?.subject).toBe('Shop Bcc: all@example.com: connect Sandbox again')
  })
  const renamed = async (id: string, name: string) =>
    void (await app.sql`update apps set name = ${name} where id = ${id}`)
})
