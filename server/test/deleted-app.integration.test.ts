/** What goes with a deleted app is its own: of another one of the same workspace, with the same in it, everything stays. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useFunctions } from '../src/modules/functions/test/function-scene.ts'

const scene = useFunctions({ role: 'api' })
const { app } = scene

/** Something of every part that keeps things of apps. */
async function fillApp(app_id: string) {
  const at = { app_id }
  const client = app.as(scene.owner)
  const properties = { email: { type: 'string', unique: true } }
  await client.schemas.set({ ...at, name: 'Customer' }, { properties } as never)
  await client.records.create({ ...at, entity_name: 'Customer' }, { email: 'ada@example.com' })
  const target_url = 'https://hooks.example.com/'
  await client.app_webhooks.create(at, { target_url, events: ['entity.created'] } as never)
  const trigger = { type: 'schedule', cron: '0 0 1 1 *' } as const
  await client.workflows.create(at, { name: 'flow', definition: { do: [{ a: { set: 1 } }] }, trigger })
  await scene.deploy('mail', { automations: [trigger] }, { id: app_id })
  await client.secrets.set(at, { KEY: 'v' })
  await client.flows.create(at, { name: 'Lamp', goal: 'Buy a lamp' })
  await client.source.write_file({ ...at, path: 'index.html' }, { content: 'x' })
  await client.site.publish(at, { files: [{ path: 'index.html', content: 'x' }] })
  await client.integrations.upload_file(at, { file: new Blob(['x']), file_name: 'x.txt' })
  await client.scans.configure(at, { nightly: true })
  await client.scans.run(at)
  await app.sql`insert into scan_cache (app_id, key, findings) values (${app_id}, 'a', '[]')`
  await client.app_agents.configure(at, [{ name: 'support' }] as never)
  await client.app_conversations.create(at, { agent_name: 'support' })
}

/** How many rows each table has of an app, where it has some. */
async function rowsOf(app_id: string): Promise<Record<string, number>> {
  const tables = await app.sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
     where c.table_schema = 'public' and c.column_name = 'app_id' and t.table_type = 'BASE TABLE' order by 1`
  const rows: Record<string, number> = {}
  for (const { name } of tables) {
    const found = await sql`select 1 from ${sql.table(name)} where app_id = ${app_id}`.execute(app.atrium.db)
    if (found.rows.length > 0) rows[name] = found.rows.length
  }
  return rows
}

test('of another app nothing goes', { tags: 'slow' }, async () => {
  const kept = await app.make.app(scene.owner)
  for (const { id } of [scene.shop, kept]) await fillApp(id)
  await app.atrium.jobs.drain()
  for (const { id } of [scene.shop, kept])
    await app.as(scene.owner).findings.ignore({ app_id: id }, { fingerprint: 'a', finding_type: 'rls' })
  const before = await rowsOf(kept.id)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['app_secrets', 'files', 'functions', 'security_scans', 'webhooks', 'workflows']),
  )
  await app.as(scene.owner).apps.delete({ app_id: scene.shop.id })
  await app.atrium.jobs.drain()
  expect(await rowsOf(kept.id)).toEqual(before)
  const live = await app.sql`select from webhooks where app_id = ${kept.id} and deleted_at is null`
  expect(live).toHaveLength(1)
  const [file] = (await app.as(scene.owner).files.list({ app_id: kept.id })).items
  expect(await (await fetch(file?.file_url ?? '')).text()).toBe('x')
})
