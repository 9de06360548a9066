import { expect, test } from 'vitest'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import { granted, refusal, SILENCE, useTokens } from '../test/token-scene.ts'
import { refreshDueTokens } from './refresh-due-tokens.ts'

const scene = useTokens()
const { app, service } = scene
const run = (node = scene.node()) =>
  refreshDueTokens.run(node, {}, { attempt: 1, signal: new AbortController().signal })

test('refreshes what is due, once, also when all nodes do it', async () => {
  const due = await Promise.all(Array.from({ length: 12 }, () => scene.connect({}, { endsIn: 600 })))
  const others = await Promise.all([scene.connect(), scene.connect({}, { endsIn: null })])
  const before = await Promise.all(others.map(({ id }) => scene.tokens(id)))
  await Promise.all([run(), run(scene.node(3_600)), run(scene.node(-3_600))])
  expect(service.seen.requests).toHaveLength(12)
  for (const { id } of due) expect(service.isGood((await scene.tokens(id))?.refresh_token)).toBe(true)
  expect(await Promise.all(others.map(({ id }) => scene.tokens(id)))).toEqual(before)
  await run()
  expect(service.seen.requests).toHaveLength(12)
})

test('leaves those of an app that is deleted alone, also before its connections are gone', async () => {
  const [gone, kept] = [await scene.connect({}, { endsIn: 600 }), await scene.connect({}, { endsIn: 600 })]
  await app.sql`update apps set deleted_at = now() where id = ${gone.app_id}`
  const before = await scene.tokens(gone.id)
  await run()
  expect(service.seen.requests).toHaveLength(1)
  expect(await scene.tokens(gone.id)).toEqual(before)
  expect(service.isGood((await scene.tokens(kept.id))?.refresh_token)).toBe(true)
})

test('one service that fails, refuses or is slow does not hold up another', async () => {
  await scene.addConnector({ ...sandboxOauth, integration_type: 'slow-one' })
  await app.sql`insert into connector_clients (id, workspace_id, integration_type, client_id, created_date, updated_date)
    values ('ccl_slow', ${scene.owner.workspace_id}, 'slow-one', 'atrium', now(), now())`
  const slow = await Promise.all(
    Array.from({ length: 6 }, () => scene.connect({ integration_type: 'slow-one' }, { endsIn: 10 })),
  )
  const [failing, refused] = [
    await scene.connect({}, { endsIn: 100 }),
    await scene.connect({}, { endsIn: 200 }),
  ]
  const good = await scene.connect({}, { endsIn: 600 })
  const answer = Promise.withResolvers<void>()
  const held = slow.map(({ id }) => id)
  service.answersBy(async (request) => {
    const token = request.grant.kind === 'refresh' ? request.grant.refreshToken : ''
    const id = service.ownerOf(token) ?? ''
    if (id === failing.id) return SILENCE
    if (id === refused.id) return refusal('invalid_grant', true)
    if (!held.includes(id)) return service.rotate(request)
    await answer.promise
    return granted('slow', 'slower')
  })
  const running = run()
  // They go side by side, so any of them may be the last.
  await expect.poll(async () => (await scene.row(good.id)).refresh_claimed_until).not.toBeNull()
  await expect.poll(async () => (await scene.row(refused.id)).status).toBe('expired')
  await expect.poll(() => scene.row(failing.id)).toMatchObject({ status: 'active', refresh_failures: 1 })
  answer.resolve()
  await running
  for (const { id } of slow) expect(await scene.tokens(id)).toMatchObject({ access_token: 'slow' })
})
