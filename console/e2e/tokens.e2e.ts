import { describe, expect, test } from 'vitest'
import { consoleForFile } from './console.ts'

const atrium = consoleForFile()

describe('access tokens', () => {
  test('can be limited to chosen apps', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/tokens`)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Only orders')
    await page.getByRole('radio', { name: /Chosen apps/ }).check({ force: true })
    const create = page.getByRole('button', { name: 'Create token' })
    expect(await create.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('checkbox', { name: 'Orders' }).check({ force: true })
    await create.click()
    const value = await page.getByLabel('Token', { exact: true }).inputValue()
    const { items } = await atrium.app.as(value).apps.list()
    expect(items.map(({ name }) => name)).toEqual(['Orders'])
  })
})
