/** What the tests of backend functions share. */
import type { Client } from '@atrium/sdk'
import type { Locator, Page } from 'playwright-core'
import type { Console } from './console.ts'

/** Of the demo company; called Orders. */
export const APP = 'app_demo_orders'

export const functionsPath = ({ workspaceId }: Console, rest = '') =>
  `/w/${workspaceId}/apps/${APP}/functions${rest}`

/** A function of one file. */
export const deployTo = (api: Client, name: string, content: string, more: object = {}) =>
  api.functions.deploy(
    { app_id: APP, name },
    { entry: 'index.ts', files: [{ path: 'index.ts', content }], ...more },
  )

/** As pasted: filling in an editable region has Chromium write inline styles, which the policy refuses. */
export async function pasteInto(editor: Locator, text: string) {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

export const code = (page: Page, path: string) => page.getByRole('textbox', { name: `Code of ${path}` })

export const bar = (page: Page) => page.getByRole('region', { name: 'Changes that are not deployed' })

/** The link to a part of the function; not to one of the app. */
export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parts of (?!Orders)/ }).getByRole('link', { name })
