/** Every change of what scans look at moves the revision of its app, and nothing else does. */
import { beforeEach, describe, expect, test } from 'vitest'
import { useFunctions } from '../functions/test/function-scene.ts'

const scene = useFunctions()
const { app } = scene
let at: { app_id: string }
let client: ReturnType<typeof app.as>

beforeEach(async () => {
  at = { app_id: scene.shop.id }
  client = app.as(scene.owner)
})

const revision = async () => {
  const rows = await app.sql<{ revision: string }>`
    select revision from app_revisions where app_id = ${at.app_id}`
  return Number(rows[0]?.revision ?? 0)
}

/** Whether the change moved it. */
async function moves(change: () => Promise<unknown>): Promise<boolean> {
  const before = await revision()
  await change()
  return (await revision()) > before
}

const schema = { properties: { total: { type: 'number' } } } as never
const setSchema = (body: object = schema) => client.schemas.set({ ...at, name: 'Order' }, body as never)
const write = (content: string) => client.source.write_file({ ...at, path: 'index.html' }, { content })
const publish = (content: string) => client.site.publish(at, { files: [{ path: 'index.html', content }] })

describe('the revision moves with', () => {
  test('a schema that is set, changed, replaced or deleted', async () => {
    expect(await moves(() => setSchema())).toBe(true)
    expect(await moves(() => setSchema({ properties: {}, rls: { read: true } }))).toBe(true)
    expect(await moves(() => client.schemas.replace_all(at, { entityNameToSchema: { Order: schema } }))).toBe(
      true,
    )
    expect(await moves(() => client.schemas.delete({ ...at, name: 'Order' }))).toBe(true)
  })
  test('a file of the code that is written or deleted', async () => {
    expect(await moves(() => write('a'))).toBe(true)
    expect(await moves(() => write('b'))).toBe(true)
    expect(await moves(() => client.source.delete_file({ ...at, path: 'index.html' }))).toBe(true)
  })
  test('a function that is deployed, deployed again, rolled back or deleted', async () => {
    let deployment_id = ''
    const first = async () => {
      deployment_id = (await scene.deploy('pay')).deployment_id
    }
    expect(await moves(first)).toBe(true)
    const again = { files: [{ path: 'index.ts', content: 'y' }] }
    expect(await moves(() => scene.deploy('pay', again))).toBe(true)
    expect(await moves(() => client.functions.rollback({ ...at, name: 'pay' }, { deployment_id }))).toBe(true)
    expect(await moves(() => client.functions.delete({ ...at, name: 'pay' }))).toBe(true)
  })
  test('the name of a secret', async () => {
    expect(await moves(() => client.secrets.set(at, { TOKEN: 'a' }))).toBe(true)
    expect(await moves(() => client.secrets.delete(at, { secret_name: 'TOKEN' }))).toBe(true)
  })
  test('a site that is published, rolled back or taken down', async () => {
    expect(await moves(() => publish('a'))).toBe(true)
    expect(await moves(() => publish('b'))).toBe(true)
    const { items } = await client.site.list_revisions(at)
    const revision_id = items.at(-1)?.id ?? ''
    expect(await moves(() => client.site.activate({ ...at, revision_id }))).toBe(true)
    expect(await moves(() => client.site.unpublish(at))).toBe(true)
  })
  test('the published address, and who may open the app', async () => {
    expect(await moves(() => client.apps.update(at, { published_url: 'https://shop.example.com' }))).toBe(
      true,
    )
    expect(await moves(() => client.apps.update(at, { published_url: null }))).toBe(true)
    expect(await moves(() => client.apps.update(at, { public_settings: 'public_without_login' }))).toBe(true)
  })
  test('what is switched on or off', async () => {
    expect(await moves(() => client.scans.configure(at, { static_code_enabled: false }))).toBe(true)
    expect(await moves(() => client.scans.configure(at, { dependency_scan_enabled: false }))).toBe(true)
  })
})

describe('the revision stays with', () => {
  test('anything that changes nothing', async () => {
    await setSchema()
    await write('a')
    await scene.deploy('pay')
    await publish('a')
    expect(await moves(() => setSchema())).toBe(false)
    expect(await moves(() => write('a'))).toBe(false)
    expect(await moves(() => scene.deploy('pay'))).toBe(false)
    const same =
      () => app.sql`update sites set active_revision_id = active_revision_id, published_url = published_url
      where app_id = ${at.app_id}`
    expect(await moves(same)).toBe(false)
    const again = () =>
      app.sql`update apps set published_url = published_url, static_code_enabled = static_code_enabled
      where id = ${at.app_id}`
    expect(await moves(again)).toBe(false)
  })
  test('records, the value of a secret, the name of the app, settings of scans', async () => {
    await setSchema()
    await client.secrets.set(at, { TOKEN: 'a' })
    expect(await moves(() => client.secrets.set(at, { TOKEN: 'b' }))).toBe(false)
    expect(
      await moves(() => client.records.create({ ...at, entity_name: 'Order' }, { total: 1 } as never)),
    ).toBe(false)
    expect(await moves(() => client.apps.update(at, { name: 'New', hide_authorship: true }))).toBe(false)
    expect(await moves(() => client.scans.configure(at, { nightly: true }))).toBe(false)
  })
  test('changes of other apps, and a change that was rolled back', async () => {
    const { id } = await app.make.app(scene.owner)
    expect(await moves(() => client.schemas.set({ app_id: id, name: 'Order' }, schema))).toBe(false)
    const refused = () =>
      app.sql`with gone as (delete from functions where app_id = ${at.app_id}) select 1 / 0`.catch(() => {})
    await scene.deploy('pay')
    expect(await moves(refused)).toBe(false)
  })
})

test('an app that is removed from the database takes its revision along', async () => {
  await setSchema()
  await write('a')
  await app.sql`delete from apps where id = ${at.app_id}`
  expect(await app.sql`select from app_revisions where app_id = ${at.app_id}`).toEqual([])
})
