import { expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { click, select } from './act.ts'
import { consoleForFile, eventually, heading } from './console.ts'

const atrium = consoleForFile()

test('backups are shown with their age and verification', async () => {
  const page = await atrium.open(`/w/${atrium.workspaceId}/backups`)
  await heading(page, 'Backups')
  await page.getByRole('heading', { name: 'No backups yet' }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await expectAccessible(page)

  await atrium.app.sql`
    insert into backups (id, kind, status, started_at, completed_at, bytes, error, verified_at, verification) values
      ('a', 'copy', 'completed', now() - interval '3 days', now() - interval '3 days', 5000, null, now() - interval '2 days', 'passed'),
      ('b', 'copy', 'running', now() - interval '2 hours', null, null, null, null, null),
      ('c', 'copy', 'completed', now() - interval '1 hour', now() - interval '1 hour', 7000, null, null, null)`
  await page.reload()
  const rows = page.getByRole('table', { name: 'Backups' }).getByRole('row')
  const taken = rows.filter({ hasText: '3 days ago' })
  await taken.getByText('Passed').waitFor()
  await taken.getByText('2 days ago').waitFor()
  await rows.filter({ hasText: '1 hour ago' }).getByText('Not yet').waitFor()
  await page.getByText('The newest backup is not verified').waitFor()

  // It was killed.
  const killed = rows.filter({ hasText: '2 hours ago' })
  await killed.getByText('Failed').waitFor()
  await killed.getByRole('button', { name: /Show details/ }).click()
  await page.getByText('It was interrupted.').waitFor()
  await expectAccessible(page)

  await select(page, 'State', 'Failed')
  await eventually(() => rows.filter({ hasText: '1 hour ago' }).count()).toBe(0)
  expect(await killed.count()).toBe(1)
  expect(await taken.count()).toBe(0)
  expect(page.url()).toContain('?status=failed')
  // It is said of the newest one that is complete, which is not shown now.
  expect(await page.getByText('The newest backup is not verified').count()).toBe(0)
  await select(page, 'State', 'Being taken')
  await page.getByRole('heading', { name: 'No such backups' }).waitFor()
  await expectAccessible(page)
  await click('button', 'Clear filters')(page)
  await page.getByText('The newest backup is not verified').waitFor()
  expect(await rows.count()).toBe(4)
})
