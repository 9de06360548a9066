import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Console, expectNoComplaints, screenshot, startConsole } from './console.ts'

let atrium: Console
beforeAll(async () => {
  atrium = await startConsole()
})
afterAll(() => atrium?.stop())
afterEach(() => expectNoComplaints(atrium))

describe('the members page', () => {
  test('finds people by name and keeps the search in the address', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    await page.getByLabel('Search members').fill('astrid')
    await page.waitForURL(/search=astrid/)
    const names = page.getByRole('table', { name: 'Members' }).getByRole('rowheader')
    await expect
      .poll(async () => (await names.allInnerTexts()).every((name) => /astrid/i.test(name)))
      .toBe(true)
    expect(await names.count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.waitForURL((url) => !url.search)
  })

  test('never overwrites what is being typed', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    const box = page.getByLabel('Search members')
    await box.pressSequentially('ast')
    await page.waitForResponse(/members\/list/)
    await box.pressSequentially('rid')
    expect(await box.inputValue()).toBe('astrid')
    await page.waitForURL(/search=astrid/)
    expect(await box.inputValue()).toBe('astrid')
  })

  test('says so when nobody is found', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members?search=zzzz`)
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
  })

  test('pages forward and back', async () => {
    const page = await atrium.open(`/w/${atrium.workspaceId}/members`)
    const names = page.getByRole('table', { name: 'Members' }).getByRole('rowheader')
    await expect.poll(() => names.count()).toBe(50)
    const first = await names.allInnerTexts()
    await screenshot(page, 'members')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('page 2').waitFor()
    const second = await names.allInnerTexts()
    expect(second).not.toEqual(first)
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText('page 1').waitFor()
    expect(await names.allInnerTexts()).toEqual(first)
  })
})
