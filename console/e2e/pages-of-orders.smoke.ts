import { test } from 'vitest'
import { consoleForFile } from './console.ts'
import { ordersPages } from './console-pages.ts'
import { expectPages, MANY_PAGES } from './page-pass.ts'

const atrium = consoleForFile()

test('pages of an app with data are accessible and look as they did', MANY_PAGES, async () => {
  const page = await atrium.open()
  await expectPages(page, ordersPages(atrium.workspaceId))
})
