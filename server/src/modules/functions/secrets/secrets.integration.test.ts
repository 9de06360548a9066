import { MASKED, MAX_SECRET_BYTES } from '@atrium/contract/secrets'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { refusal } from '../../../../test/refusal.ts'
import { sealed } from '../../../app.ts'
import { useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()
const { app, fake } = scene
const at = () => ({ app_id: scene.shop.id })
const set = (values: Record<string, string>) => app.as(scene.owner).secrets.set(at(), values)

describe('secrets', () => {
  test('are listed by name, never by value, and kept encrypted', async () => {
    expect(await set({ STRIPE_KEY: 'sk_1', lower_case: 'v', _x: '' })).toEqual({ success: true })
    expect(await app.as(scene.owner).secrets.list(at())).toEqual({
      STRIPE_KEY: MASKED,
      _x: MASKED,
      lower_case: MASKED,
    })
    const { rows } = await sql<{
      value: string
    }>`select value from app_secrets where app_id = ${scene.shop.id}`.execute(app.atrium.db)
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('sk_1')
    expect(sealed).toContainEqual(expect.objectContaining({ table: 'app_secrets', column: 'value' }))
  })

  test('reach the functions of their app as environment, from the next call on', async () => {
    fake.handle('env', (_request, { environment }) => Response.json(environment))
    await scene.deploy('env')
    const seen = async () => (await scene.call('env')).json()
    expect(await seen()).toEqual({})
    await set({ A: '1', B: 'ü\n2' })
    expect(await seen()).toEqual({ A: '1', B: 'ü\n2' })
    await set({ A: 'new' })
    expect(await seen()).toEqual({ A: 'new', B: 'ü\n2' })
    await app.as(scene.owner).secrets.delete(at(), { secret_name: 'B' })
    expect(await seen()).toEqual({ A: 'new' })
    const other = await app.make.app(scene.owner)
    await scene.deploy('env', {}, other)
    const elsewhere = await fetch(scene.url('env', other), {
      headers: { authorization: `Bearer ${scene.owner.token}` },
    })
    expect(await elsewhere.json()).toEqual({})
  })

  test('that change end the processes of other nodes too', async () => {
    fake.handle('env', (_request, { environment }) => Response.json(environment))
    await scene.deploy('env')
    const second = await createTestApp(
      { database_url: app.databaseUrl, rate_limits: 'off' },
      { functionRuntime: fake.make },
    )
    try {
      const headers = { authorization: `Bearer ${scene.owner.token}` }
      const seen = async () =>
        (await fetch(scene.url('env').replace(app.baseUrl, second.baseUrl), { headers })).json()
      expect(await seen()).toEqual({})
      await set({ A: '1' })
      await expect.poll(seen).toEqual({ A: '1' })
    } finally {
      await second.stop()
    }
  })

  test.each([
    ['1A'],
    ['A-B'],
    ['A B'],
    [''],
    ['Ä'],
    ['A'.repeat(129)],
    ['PATH'],
    ['LD_PRELOAD'],
    ['DENO_DIR'],
    ['ATRIUM_TOKEN'],
    ['https_proxy'],
  ])('refuse the name %j, and then all that came with it', async (name) => {
    await expect(set({ FINE: 'x', [name]: 'hidden value' })).rejects.toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', name.slice(0, 128)], msg: expect.not.stringContaining('hidden value') }],
      },
    })
    expect(await app.as(scene.owner).secrets.list(at())).toEqual({})
  })

  test('have at most 16 KiB, and there are at most 200', async () => {
    await set({ LONG: 'x'.repeat(MAX_SECRET_BYTES) })
    await expect(set({ LONGER: 'ä'.repeat(MAX_SECRET_BYTES / 2 + 1) })).rejects.toMatchObject({ status: 422 })
    const many = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`S${from + n}`, 'x']))
    await set(many(0, 199))
    await expect(set({ LONG: 'y', NEW: 'x' })).rejects.toEqual(refusal(409, 'secret_limit_reached'))
    expect(await set({ LONG: 'y', S1: 'z' })).toEqual({ success: true })
  })

  test('are for those who can edit the app', async () => {
    await set({ A: '1' })
    for (const [who, expected] of [
      [scene.viewer, refusal(403, 'editor_required')],
      [scene.stranger, refusal(404, 'app_not_found')],
    ] as const) {
      const { secrets } = app.as(who)
      await expect(secrets.list(at())).rejects.toEqual(expected)
      await expect(secrets.set(at(), { A: '2' })).rejects.toEqual(expected)
      await expect(secrets.delete(at(), { secret_name: 'A' })).rejects.toEqual(expected)
    }
    await expect(app.as(scene.owner).secrets.delete(at(), { secret_name: 'B' })).rejects.toEqual(
      refusal(404, 'secret_not_found'),
    )
  })

  test('stand in the audit log by name only', async () => {
    await set({ AUDITED: 'hidden value' })
    await app.as(scene.owner).secrets.delete(at(), { secret_name: 'AUDITED' })
    const { items } = await app.as(scene.owner).audit.list({ app_id: scene.shop.id })
    expect(items.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['secrets.delete', 'AUDITED'],
      ['secrets.set', 'AUDITED'],
    ])
    expect(JSON.stringify(items)).not.toContain('hidden value')
  })
})
