/** Functions that call services which their app is connected to. */
import { expect, test } from 'vitest'
import { connectSandbox } from '../../connectors/test/sandbox-connection.ts'
import { bearer, useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()

/** Calls the sandbox from inside of a function that anybody may call: status, and what came back. */
async function callFrom(token: string | null, as: 'caller' | 'service', app_id = scene.shop.id) {
  await scene.deploy('inside', { access: 'anyone' })
  let seen: [number, Record<string, unknown>] | undefined
  scene.fake.handle('inside', async (_request, { api }) => {
    const answer = await api({
      as,
      method: 'POST',
      path: `/api/apps/${app_id}/external-auth/integrations/sandbox-oauth/call`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ path: '/me' })),
    })
    seen = [answer.status, JSON.parse(answer.body.toString())]
    return new Response()
  })
  const headers = token === null ? {} : bearer(token)
  expect((await fetch(scene.url('inside'), { method: 'POST', headers })).status).toBe(200)
  return seen as [number, Record<string, unknown>]
}
const codeFrom = async (...args: Parameters<typeof callFrom>) => {
  const [status, { code }] = await callFrom(...args)
  return [status, code]
}

test('as the service, no matter who called the function', async () => {
  await connectSandbox(scene.app, scene.shop.id)
  for (const token of [null, scene.shopper.token, scene.owner.token]) {
    const [status, answer] = await callFrom(token, 'service')
    expect([status, answer]).toEqual([200, expect.objectContaining({ status: 200, encoding: 'json' })])
    expect(answer.body).toMatchObject({ name: 'acme' })
  }
  const { items } = await scene.app.as(scene.owner).connectors.list_calls({ app_id: scene.shop.id })
  for (const { called_by } of items) expect(called_by).toBe('app')
})

test('as the caller only for those who edit the app', async () => {
  await connectSandbox(scene.app, scene.shop.id)
  expect(await callFrom(scene.owner.token, 'caller')).toMatchObject([200, { status: 200 }])
  expect(await codeFrom(scene.viewer.token, 'caller')).toEqual([403, 'editor_required'])
  expect(await codeFrom(scene.shopper.token, 'caller')).toEqual([403, 'app_session_not_allowed'])
  expect((await codeFrom(null, 'caller'))[0]).toBe(401)
})

test('never those of another app, not even of the same owner', async () => {
  const other = await scene.app.make.app(scene.owner)
  await connectSandbox(scene.app, other.id)
  for (const as of ['caller', 'service'] as const) {
    expect(await codeFrom(scene.owner.token, as, other.id)).toEqual([403, 'function_path_not_allowed'])
    expect(await codeFrom(scene.owner.token, as)).toEqual([404, 'connection_not_found'])
  }
})
