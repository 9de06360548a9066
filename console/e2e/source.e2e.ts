/** The code of an app in the console. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { click } from './act.ts'
import { consoleForFile, expectToFit, goTo, openAs, PHONE, screenshot, toast } from './console.ts'
import { code, pasteInto } from './function-steps.ts'

// Files that are gone, or changed by somebody else, are provoked.
const atrium = consoleForFile({ rate_limits: 'off' }, /status of (404|409)/)
const APP = 'app_demo_storefront'
const source = (rest = '') => `/w/${atrium.workspaceId}/apps/${APP}/source${rest}`
let api: ReturnType<typeof atrium.app.as>
beforeAll(async () => {
  api = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
})

const write = (path: string, content: string, message?: string) =>
  api.source.write_file({ app_id: APP, path }, { content, ...(message && { message }) })
const read = async (path: string) => (await api.source.read_file({ app_id: APP, path })).content
const shows = (page: Page, path: string, text: string) =>
  code(page, path).getByText(text, { exact: false }).first().waitFor()

describe('a file', () => {
  test('that somebody else saves is not written over without a word', async () => {
    await write('shared.txt', 'one\n')
    const page = await atrium.open(source('/files/shared.txt'))
    await pasteInto(code(page, 'shared.txt'), 'mine\n')
    await write('shared.txt', 'theirs\n')
    await click('button', 'Save file')(page)
    await page.getByText('Somebody else saved this file').waitFor()
    expect(await read('shared.txt')).toBe('theirs\n')
    await click('button', 'Show the difference')(page)
    await page.getByRole('table', { name: 'What makes their text yours' }).getByText('theirs').waitFor()
    await screenshot(page, 'source-conflict')
    await expectAccessible(page)
    await click('button', 'Delete shared.txt')(page)
    await click('button', 'Delete file')(page)
    await toast(page, 'Somebody else changed this file')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
    expect(await read('shared.txt')).toBe('theirs\n')
    await click('button', 'Load their text')(page)
    await shows(page, 'shared.txt', 'theirs')
    await click('button', 'Bring my text back')(page)
    await click('button', 'Save file')(page)
    await toast(page, 'shared.txt saved')
    expect(await read('shared.txt')).toBe('mine\n')
  })

  test('that somebody else deletes can be written again', async () => {
    await write('gone.txt', 'one\n')
    const page = await atrium.open(source('/files/gone.txt'))
    await pasteInto(code(page, 'gone.txt'), 'mine\n')
    await api.source.delete_file({ app_id: APP, path: 'gone.txt' })
    await click('button', 'Save file')(page)
    await click('button', 'Keep mine and create the file again when I save')(page)
    await click('button', 'Save file')(page)
    await toast(page, 'gone.txt saved')
    expect(await read('gone.txt')).toBe('mine\n')
  })

  test('keeps the line ends that it has', async () => {
    await write('windows.txt', 'one\r\ntwo\r\n')
    const page = await atrium.open(source('/files/windows.txt'))
    await shows(page, 'windows.txt', 'two')
    expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0)
    await pasteInto(code(page, 'windows.txt'), 'one\n2\n')
    await click('button', 'Save file')(page)
    await toast(page, 'windows.txt saved')
    expect(await read('windows.txt')).toBe('one\r\n2\r\n')
  })

  test('that is not text, or too long, says so and is downloaded', async () => {
    await api.source.write_file({ app_id: APP, path: 'logo.bin' }, { content: 'AAEC', encoding: 'base64' })
    await write('long.txt', 'word\n'.repeat(80_000))
    const page = await atrium.open(source('/files/logo.bin'))
    await page.getByText('This file is not text.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      click('button', 'Download logo.bin')(page),
    ])
    expect(download.suggestedFilename()).toBe('logo.bin')
    await goTo(page, source('/files/long.txt'))
    await page.getByText('This file is too long to be shown here.').waitFor()
  })
})

describe('the tree', () => {
  test('finds files by their path', async () => {
    await write('src/lib/price.ts', 'export const price = 1\n')
    const page = await atrium.open(source())
    await page.getByLabel('Search files').fill('LIB/pri')
    await page.getByRole('link', { name: 'src/lib/price.ts' }).click()
    await shows(page, 'src/lib/price.ts', 'price')
    await page.reload()
    await shows(page, 'src/lib/price.ts', 'price')
    await page.getByLabel('Search files').fill('nowhere')
    await page.getByText('No file has this in its path.').waitFor()
  })

  test('is for those who may view the app; they change nothing', async () => {
    const viewer = await atrium.app.make.person('viewer', { id: atrium.workspaceId })
    const page = await openAs(atrium, viewer, source('/files/README.md'))
    await shows(page, 'README.md', 'Storefront')
    await page.getByText('You can view this app, not change it.').waitFor()
    expect(await page.getByRole('button', { name: /New file|Delete|Save/ }).count()).toBe(0)
  })
})

test('the pages fit, in light, in dark and on a phone', async () => {
  const { commit_id } = await write('README.md', '# Shop\n', 'Say less')
  await expectToFit(atrium, [
    { name: 'source', path: source(), shown: (page) => page.getByText('files,').waitFor() },
    {
      name: 'source-file',
      path: source('/files/index.html'),
      shown: (page) => code(page, 'index.html').waitFor(),
    },
    {
      name: 'source-history',
      path: source('/commits'),
      shown: (page) => page.getByRole('link', { name: 'Say less' }).waitFor(),
    },
    {
      name: 'source-commit',
      path: source(`/commits/${commit_id}`),
      shown: (page) => page.getByRole('heading', { name: 'Say less' }).waitFor(),
    },
  ])
  for (const options of [{ colorScheme: 'dark' as const }, PHONE]) {
    const page = await atrium.open(source('/files/index.html'), options)
    await code(page, 'index.html').waitFor()
    await expectAccessible(page)
    await goTo(page, source('/commits'))
    await page.getByRole('link', { name: 'Say less' }).waitFor()
    await expectAccessible(page)
    await goTo(page, source(`/commits/${commit_id}`))
    await page.getByRole('heading', { name: 'Say less' }).waitFor()
    await expectAccessible(page)
  }
})
