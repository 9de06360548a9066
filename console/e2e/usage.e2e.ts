import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { consoleForFile, expectNoSidewaysScroll, heading, openAs, PHONE, screenshot } from './console.ts'

const atrium = consoleForFile()
const path = () => `/w/${atrium.workspaceId}/usage`

test('owners see what is used against each limit, and what is nearly used up', async () => {
  const [row] = await atrium.app.sql<{ app_id: string }>`
    insert into record_usage values ('app_demo_orders', ${atrium.workspaceId}, 900000, 2048)
    on conflict (app_id) do update set records = 900000 returning app_id`
  expect(row?.app_id).toBe('app_demo_orders')
  const { id } = await atrium.app.make.person('editor', { id: atrium.workspaceId })
  await atrium.app.sql`insert into credit_uses
    values ('use_e2e', ${atrium.workspaceId}, ${id}, 'app_demo_orders', 'generation', 12, ${atrium.app.clock.now()})`
  const page = await atrium.open(`/w/${atrium.workspaceId}/apps`)
  await page.getByRole('link', { name: 'Usage' }).click()
  await heading(page, 'Usage')
  await page.getByText('Records of Orders: 900,000 of 1,000,000').waitFor()
  await page.getByRole('meter', { name: 'Records of Orders', exact: true }).waitFor()
  await page.getByRole('slider', { name: 'Credits by day, by arrow keys' }).waitFor()
  await page.getByRole('table', { name: 'By member' }).waitFor()
  await screenshot(page, 'usage')
  await expectAccessible(page)
  for (const [look, options] of [
    ['phone', PHONE],
    ['dark', { colorScheme: 'dark' }],
  ] as const) {
    const other = await atrium.open(path(), options)
    await heading(other, 'Usage')
    await expectNoSidewaysScroll(other)
    await screenshot(other, `${look}-usage`)
    await expectAccessible(other)
    await other.context().close()
  }
})

test('others are not shown the way, and learn who may', async () => {
  const editor = await atrium.app.make.person('editor', { id: atrium.workspaceId })
  const page = await openAs(atrium, editor, path())
  await page.getByRole('heading', { name: 'For owners and admins' }).waitFor()
  expect(await page.getByRole('link', { name: 'Usage' }).count()).toBe(0)
})
