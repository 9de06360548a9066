import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()
const { app, fake } = scene
const listed = async () => (await app.as(scene.owner).functions.list({ app_id: scene.shop.id })).functions
const textOf = async (name: string) => (await scene.call(name)).text()

describe('functions.delete', () => {
  test('removes all of it and ends its processes', async () => {
    await scene.deploy('x/y', { automations: [{ type: 'schedule', cron: '* * * * *' }] })
    await scene.deploy('other')
    await textOf('x/y')
    const remove = (name: string, who = scene.owner) =>
      app.as(who).functions.delete({ app_id: scene.shop.id, name })
    await expect(remove('x/y', scene.viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(remove('x/y', scene.stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
    expect(await remove('x/y')).toEqual({ deleted: true })
    expect(fake.happened.at(-1)).toBe('end x/y')
    expect((await listed()).map(({ name }) => name)).toEqual(['other'])
    await expect(remove('x/y')).rejects.toEqual(refusal(404, 'function_not_found'))
    expect((await scene.call('x/y')).status).toBe(404)
  })

  test('takes what it wrote and its calls, and of no other function or app', async () => {
    const elsewhere = await app.make.app(scene.owner)
    for (const at of [scene.shop, elsewhere]) await scene.deploy('x', {}, at)
    await scene.deploy('other')
    for (const [id, name] of [
      [scene.shop.id, 'x'],
      [scene.shop.id, 'other'],
      [elsewhere.id, 'x'],
    ] as const)
      await written(id, name)
    await app.as(scene.owner).functions.delete({ app_id: scene.shop.id, name: 'x' })
    await scene.deploy('x')
    expect(await left(scene.shop.id)).toEqual([['other'], ['other'], ['other', 'x']])
    expect(await left(elsewhere.id)).toEqual([['x'], ['x'], ['x']])
  })
})

const HISTORIES = ['function_logs', 'function_invocations', 'automation_runs']
/** A line, a call and a run of a function. */
async function written(id: string, name: string) {
  await app.sql`insert into function_logs (id, app_id, function_name, deployment_id, level, message, time)
    values (${`flg_${id}_${name}`}, ${id}, ${name}, 'dep_1', 'info', 'x', now())`
  await app.sql`insert into function_invocations values (${`fin_${id}_${name}`}, ${id}, ${name}, 'dep_1', 'req_1', 'http',
    'GET', 200, 1, null, now())`
  await app.sql`insert into automation_runs
    (id, app_id, function_name, automation_id, automation, payload, status, attempts, depth, created_date)
    values (${`arn_${id}_${name}`}, ${id}, ${name}, 'atm_1', '{}', '{}', 'succeeded', 1, 0, now())`
}
const left = (id: string) =>
  Promise.all(
    HISTORIES.map(async (table) => {
      const { rows } = await sql<{ function_name: string }>`
        select function_name from ${sql.table(table)} where app_id = ${id} order by 1`.execute(app.atrium.db)
      return rows.map(({ function_name }) => function_name)
    }),
  )

test('with the app everything of its functions goes, and their processes end', async () => {
  const other = await app.make.app(scene.owner)
  for (const at of [scene.shop, other]) {
    await scene.deploy('x', { automations: [{ type: 'schedule', cron: '* * * * *' }] }, at)
    await app.as(scene.owner).secrets.set({ app_id: at.id }, { KEY: 'v' })
    await written(at.id, 'x')
  }
  await textOf('x')
  await app.as(scene.owner).apps.delete({ app_id: scene.shop.id })
  const before = fake.happened.length
  await app.atrium.jobs.drain()
  expect(fake.happened.slice(before)).toEqual(['end x'])
  for (const table of [
    'functions',
    'function_deployments',
    'function_automations',
    'app_secrets',
    ...HISTORIES,
  ]) {
    const { rows } = await sql`
      select app_id from ${sql.table(table)} where app_id in (${scene.shop.id}, ${other.id})`.execute(
      app.atrium.db,
    )
    expect(rows, table).toEqual([{ app_id: other.id }])
  }
})
