import { test } from 'vitest'
import { consoleForFile } from './console.ts'
import { ordersPages } from './console-pages.ts'
import { expectPages } from './page-pass.ts'

const atrium = consoleForFile()

test('pages of an app with data are accessible and look as they did', async () => {
  const page = await atrium.open()
  await expectPages(page, ordersPages(atrium.workspaceId))
})
