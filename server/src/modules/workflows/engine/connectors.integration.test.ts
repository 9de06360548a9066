/** Steps that call connected services, all the way to the sandbox. */
import { expect, test } from 'vitest'
import { addConnector } from '../../../ports/connector-auth/test/stand-in-connector.ts'
import { addConnection, keyedDefinition } from '../../connectors/test/connected-app.ts'
import { connectSandbox } from '../../connectors/test/sandbox-connection.ts'
import { hasEnded, outline, useWorkflows } from '../test/workflow-scene.ts'

const scene = useWorkflows()
const owner = () => scene.app.as(scene.owner)
const call = (given: object) => ({
  call: 'connectors.call' as const,
  with: { connector: 'sandbox-oauth', ...given },
})

test('a service is called as the app, with all pages of a list, and the calls are listed', {
  tags: 'slow',
}, async () => {
  await connectSandbox(scene.app, scene.shop.id)
  const run = await scene.run([
    { find: call({ path: '/items', all_items: true, max_items: 25 }) },
    { make: call({ method: 'post', path: '/items', body: { first: '${ $input[0].name }' } }) },
  ])
  expect(run).toMatchObject({ status: 'completed', output: { first: 'Item 1 of acme' } })
  expect(run.steps[0]?.output).toHaveLength(25)
  const listed = async () => (await owner().connectors.list_calls({ app_id: scene.shop.id })).items
  await expect.poll(async () => (await listed()).length).toBe(2)
  expect(await listed()).toEqual([
    expect.objectContaining({ method: 'POST', path: '/items', status: 201, called_by: 'app' }),
    expect.objectContaining({ method: 'GET', path: '/items', status: 200, called_by: 'app' }),
  ])
})

test('what the service refuses is a fault with its status, which a try can catch', async () => {
  await connectSandbox(scene.app, scene.shop.id, ['items.read'])
  const write = call({ method: 'post', path: '/items', body: {} })
  const failed = await scene.run([{ make: write }])
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'http_status', step_id: 'make' } })
  expect(failed.error?.message).toContain('missing_scope')
  expect(failed.steps.map(({ error }) => error?.status)).toEqual([403])
  const caught = await scene.run([
    {
      careful: {
        try: [{ make: write }],
        catch: {
          errors: { with: { status: 403 } },
          as: 'fault',
          do: [{ note: { set: '${ $fault.status }' } }],
        },
      },
    },
  ])
  expect(caught).toMatchObject({ status: 'completed', output: 403 })
})

test.each([
  ['sandbox-oauth', 'connection_not_found'],
  ['nothing-like-it', 'integration_not_found'],
])('an app that is not connected to %s fails at once, and is explained', async (connector, code) => {
  const run = await scene.run([{ find: call({ connector, path: '/items' }) }])
  expect(run).toMatchObject({ status: 'failed', error: { code, step_id: 'find' } })
  expect(outline(run)).toEqual(['find failed 1'])
})

test('a run that is cancelled does not wait for the service', async () => {
  await addConnector(scene.app, scene.owner.workspace_id, keyedDefinition(scene.sink(''), 'service'), null)
  await addConnection(scene.app, scene.shop.id, 'service')
  scene.reply(() => null)
  const id = await scene.define([{ ask: call({ connector: 'service', path: '/slow' }) }])
  const run = await scene.start(id)
  await expect.poll(() => scene.received).toHaveLength(1)
  await owner().runs.cancel({ app_id: scene.shop.id, workflow_id: id, run_id: run })
  expect(await scene.until(id, run, hasEnded)).toMatchObject({ status: 'cancelled' })
  const listed = async () => (await owner().connectors.list_calls({ app_id: scene.shop.id })).items
  await expect.poll(listed).toMatchObject([{ path: '/slow', status: null, error_code: 'canceled' }])
})

test('a connection of another app is out of reach', async () => {
  const other = await scene.app.make.app(scene.owner)
  await connectSandbox(scene.app, other.id)
  const run = await scene.run([{ find: call({ path: '/items' }) }])
  expect(run).toMatchObject({ status: 'failed', error: { code: 'connection_not_found' } })
})

test('a path leads nowhere else, whatever an expression gives', async () => {
  await connectSandbox(scene.app, scene.shop.id)
  for (const path of ['/../../me', '//evil.example/items', '/items\\..\\..']) {
    const run = await scene.run([{ find: call({ path: '${ $input.path }' }) }], { path })
    expect(run).toMatchObject({ status: 'failed', error: { code: 'validation_error' } })
  }
})

test('a call is broken off when the run is cancelled', async () => {
  await addConnector(scene.app, scene.owner.workspace_id, keyedDefinition(scene.sink(''), 'silent'), null)
  await addConnection(scene.app, scene.shop.id, 'silent')
  scene.reply(() => null)
  const id = await scene.define([{ ask: call({ connector: 'silent', path: '/items' }) }])
  const run_id = await scene.start(id)
  await expect.poll(() => scene.received.length).toBe(1)
  await owner().runs.cancel({ app_id: scene.shop.id, workflow_id: id, run_id })
  const ended = await scene.until(id, run_id, hasEnded)
  expect(ended).toMatchObject({ status: 'cancelled', error: null })
  expect(scene.received).toHaveLength(1)
})
