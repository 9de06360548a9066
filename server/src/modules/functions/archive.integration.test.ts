import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bring, take } from '../../../test/bring.ts'
import { BROKEN } from '../../ports/function-runtime/test/fake-functions.ts'
import { codeOf, useFunctions } from './test/function-scene.ts'

const scene = useFunctions({ role: 'api' })
const { app, fake } = scene
const files = [
  { path: 'index.ts', content: 'one' },
  { path: 'lib/two.ts', content: 'two' },
]
const automations = [{ type: 'schedule', cron: '0 9 * * *', timezone: 'Europe/Berlin' }]
const row = (fields: object = {}) => ({
  app_id: scene.shop.id,
  name: 'a/b',
  entry: 'index.ts',
  files,
  ...fields,
})

test('functions go out as they run and come back the same, without secrets and history', async () => {
  await scene.deploy('a/b', { files })
  await scene.deploy('a/b', { files, automations, access: 'anyone' })
  await app.as(scene.owner).secrets.set({ app_id: scene.shop.id }, { HIDDEN_NAME: 'hidden value' })
  const first = await take(app, [scene.owner.workspace_id])
  expect(first).not.toMatch(/HIDDEN_NAME|hidden value|dep_/)
  const taken = JSON.parse(first).functions.filter(
    ({ app_id }: { app_id: string }) => app_id === scene.shop.id,
  )
  expect(taken).toMatchObject([{ name: 'a/b', entry: 'index.ts', files, automations, access: 'anyone' }])
  await sql`delete from functions where app_id = ${scene.shop.id}`.execute(app.atrium.db)
  expect(await bring(app, { functions: taken })).toMatchObject({ functions: 1 })
  expect(await bring(app, { functions: taken })).toMatchObject({ functions: 0 })
  expect(await take(app, [scene.owner.workspace_id])).toBe(first)
})

test('one that came in is built with its first call, once, and its automations are there', async () => {
  await bring(app, { functions: [row({ automations })] })
  const { rows } = await sql`select 1 from function_automations where app_id = ${scene.shop.id}`.execute(
    app.atrium.db,
  )
  expect(rows).toHaveLength(1)
  const before = fake.happened.length
  const call = async () => (await scene.call('a/b')).status
  expect([await call(), await call()]).toEqual([200, 200])
  await app.as(scene.owner).secrets.set({ app_id: scene.shop.id }, { NEW: 'x' })
  expect(await call()).toBe(200)
  const started = 'start a/b script of index.ts'
  expect(fake.happened.slice(before)).toEqual(['build index.ts', started, 'end a/b', started])
})

test('what breaks a rule of deployments is refused by its place', async () => {
  const wrong: [string, object[]][] = [
    ['functions[0].app_id: There is no app', [row({ app_id: 'app_gone' })]],
    ['functions[0].name: ', [row({ name: 'a b' })]],
    ['functions[0].entry: The entry must be', [row({ entry: 'other.ts' })]],
    [
      'functions[1].files[1].path: ',
      [row(), row({ name: 'c', files: [files[0], { path: '../x', content: '' }] })],
    ],
    [
      'functions[0].automations[0].cron: ',
      [row({ automations: [{ type: 'schedule', cron: '99 * * * *' }] })],
    ],
    ['functions[0].access: ', [row({ access: 'nobody' })]],
    ['functions[100]: An app has at most 100', Array.from({ length: 101 }, (_, n) => row({ name: `f${n}` }))],
    ['functions[1]', [row(), row()]],
  ]
  for (const [message, functions] of wrong) {
    await expect(bring(app, { functions })).rejects.toThrow(message)
  }
  expect((await app.as(scene.owner).functions.list({ app_id: scene.shop.id })).functions).toEqual([])
})

test('one that cannot be built fails when it is called', async () => {
  await bring(app, { functions: [row({ files: [{ path: 'index.ts', content: BROKEN }] })] })
  expect(await codeOf(await scene.call('a/b'))).toEqual([502, 'function_failed'])
})
