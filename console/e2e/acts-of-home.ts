/** What is done on the first page of a workspace, and when an app starts from a template. */
import type { Page } from 'playwright-core'
import { type Act, click, select } from './act.ts'

export function actsOfHome({ workspaceId, app }: { workspaceId: string; app: { id: string } }): Act[] {
  // Its webhook is off, which needs somebody.
  const overview = `/w/${workspaceId}/apps/${app.id}`
  const ATTENTION = 'home/use-attention.ts'
  const dismiss = click('button', /^Dismiss A webhook is off/)
  return [
    { at: ATTENTION, sends: 'attention.dismiss', path: overview, open: dismiss },
    {
      at: ATTENTION,
      sends: 'attention.snooze',
      path: overview,
      open: async (page) => {
        await click('button', /^Snooze A webhook is off/)(page)
        await click('menuitem', 'For a day')(page)
      },
    },
    {
      at: ATTENTION,
      sends: 'attention.restore',
      path: overview,
      open: async (page) => {
        await dismiss(page)
        await click('button', 'Undo')(page)
      },
    },
    {
      at: 'home/NotifyMe.tsx',
      sends: 'attention.configure',
      path: `/w/${workspaceId}`,
      open: click('button', 'Notify me'),
      typed: { 'To a webhook': 'https://hooks.example.com/room' },
      press: 'Save',
    },
    ...['schemas.replace_all', 'records.bulk_create'].map((sends) => ({
      at: 'apps/CreateApp.tsx',
      sends,
      // The app is made all the same, and shown.
      path: `/w/${workspaceId}/apps?${sends}`,
      open: startFromTemplate,
    })),
  ]
}

async function startFromTemplate(page: Page) {
  await click('button', 'New app')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('From a template')
  await select(page, /Start from/, /^Helpdesk/)
  await dialog.getByRole('button', { name: 'Create' }).click()
}
