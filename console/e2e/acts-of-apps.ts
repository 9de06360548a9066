/** What is done on the pages of an app or agent, advertising aside. */
import { type Act, choose, click, select } from './act.ts'
import { webhookActs } from './acts-of-webhooks.ts'

export interface AppScene {
  workspaceId: string
  /** An app with a user, a file and a webhook that is off, and an agent with a conversation and one that is on. */
  app: { id: string; webhookId: string; onId: string; url: string }
  agent: { id: string; webhookId: string; onId: string; url: string }
  userEmail: string
  fileName: string
  /** An app with a site of two revisions, and a domain that is not verified. */
  site: { appId: string; domain: string }
  collaborator: string
}

export function actsOfApps(scene: AppScene): Act[] {
  const { app, agent } = scene
  const a = `/w/${scene.workspaceId}/apps/${app.id}`
  const g = `/w/${scene.workspaceId}/agents/${agent.id}`
  const settings = `${a}/settings`
  const users = `${a}/users`
  const records = `${a}/entities/Order`
  const schema = `${a}/entity-schemas/Order/rls`
  const firstRecord = choose(/^Actions for HP-/, 'Edit in a form')
  return [
    {
      at: 'apps/AppSettings.tsx',
      sends: 'apps.update',
      path: settings,
      typed: { Name: 'Other orders' },
      press: 'Save changes',
    },
    {
      at: 'layout/SignInDialog.tsx',
      sends: 'session.create',
      path: `${settings}?again`,
      open: async (page) => {
        const message = 'The session has ended.'
        const body = { code: 'invalid_credentials', message, detail: message }
        await page.route('**/api/apps/*', (route) =>
          route.request().method() === 'PUT' ? route.fulfill({ status: 401, json: body }) : route.fallback(),
        )
        await page.getByLabel('Name').fill('Other orders')
        await click('button', 'Save changes')(page)
      },
      typed: { Password: 'a long password' },
      press: 'Sign in',
    },
    {
      at: 'apps/Collaborators.tsx',
      sends: 'collaborators.set',
      path: settings,
      typed: { 'Email of a member': 'grace@example.com' },
      press: 'Add',
    },
    {
      at: 'apps/Collaborators.tsx',
      sends: 'collaborators.remove',
      path: settings,
      open: click('button', `Remove ${scene.collaborator}`),
      press: 'Remove',
    },
    {
      at: 'app-users/AppUserDialogs.tsx',
      sends: 'app_users.invite',
      path: users,
      open: click('button', 'Invite a user'),
      typed: { Email: 'ada@example.org', Role: 'picker' },
      press: 'Invite',
    },
    {
      at: 'app-users/AppUserDialogs.tsx',
      sends: 'app_users.update',
      path: users,
      open: choose(scene.userEmail, 'Change role and data'),
      typed: { Role: 'picker', Data: '{"team": "north"}' },
      press: 'Save changes',
    },
    {
      at: 'app-users/AppUserDialogs.tsx',
      sends: 'app_users.remove',
      path: users,
      open: choose(scene.userEmail, 'Remove from the app'),
      press: 'Remove',
    },
    {
      at: 'files/FilesTab.tsx',
      sends: 'files.delete',
      path: `${a}/files`,
      open: click('button', `Delete ${scene.fileName}`),
      press: 'Delete',
    },
    ...siteActs(`/w/${scene.workspaceId}/apps/${scene.site.appId}/site`, scene.site.domain),
    {
      at: 'entities/record/RecordDialog.tsx',
      sends: 'records.create',
      path: records,
      open: click('button', 'New record'),
      typed: { number: 'HP-90001', customer: 'Ada Byron', total: '12' },
      press: 'Create',
    },
    {
      at: 'entities/record/RecordDialog.tsx',
      sends: 'records.update',
      path: records,
      open: firstRecord,
      typed: { customer: 'Grace Murray' },
      press: 'Save changes',
    },
    {
      at: 'entities/DeleteRecords.tsx',
      sends: 'records.delete',
      path: records,
      open: choose(/^Actions for HP-/, 'Delete'),
      press: 'Delete',
    },
    {
      at: 'entities/use-export.ts',
      sends: 'records.export',
      path: records,
      open: async (page) => {
        await click('button', 'Export')(page)
        await click('menuitem', /^Export as CSV/)(page)
      },
    },
    {
      at: 'entities/ImportRecords.tsx',
      sends: 'records.import',
      path: records,
      open: async (page) => {
        await click('button', 'Import')(page)
        const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('number\nHP-90002\n') }
        await page.locator('input[type=file]').setInputFiles(file)
      },
      press: 'Import',
    },
    {
      at: 'entities/edits/use-record-edits.ts',
      sends: 'records.update',
      path: records,
      open: async (page) => {
        const cell = page.getByRole('grid').locator('tbody tr').first().locator('[data-cell$=" customer"]')
        await cell.dblclick()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type('Grace')
        await page.keyboard.press('Enter')
      },
    },
    {
      at: 'entities/edits/use-row-writes.ts',
      sends: 'records.update',
      path: records,
      open: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select HP-/ })
          .first()
          .check({ force: true })
        await click('button', 'Set a field')(page)
        await select(page, /Field$/, 'customer')
        await page
          .getByRole('dialog')
          .getByRole('textbox', { name: /^customer/ })
          .fill('Grace')
        await click('button', 'Set customer of 1 record')(page)
      },
    },
    {
      at: 'entities/RestoreRecords.tsx',
      sends: 'records.bulk_create',
      path: records,
      open: async (page) => {
        await choose(/^Actions for HP-/, 'Delete')(page)
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await click('button', 'Undo deletion')(page)
      },
      press: 'Create it again',
    },
    {
      at: 'entities/DeleteRecords.tsx',
      sends: 'records.delete_many',
      path: records,
      open: async (page) => {
        await page.getByRole('checkbox', { name: /^Select all/ }).check({ force: true })
        await page
          .getByRole('region', { name: 'Selected records' })
          .getByRole('button', { name: 'Delete' })
          .click()
      },
      press: 'Delete',
    },
    {
      at: 'entity-schemas/CreateEntity.tsx',
      sends: 'schemas.set',
      path: schema,
      open: click('button', 'New entity'),
      typed: { Name: 'Parcel' },
      press: 'Create entity',
    },
    {
      at: 'entity-schemas/SchemaPage.tsx',
      sends: 'schemas.delete',
      path: schema,
      open: async (page) => {
        await choose('Order', 'Delete entity')(page)
        await page.getByRole('alertdialog').getByRole('textbox').fill('Order')
      },
      press: 'Delete entity',
    },
    {
      at: 'entity-schemas/SchemaPage.tsx',
      sends: 'schemas.set',
      path: `${a}/entity-schemas/Order`,
      open: choose('slot', 'Remove'),
      press: 'Save',
    },
    {
      at: 'agents/use-sending.ts',
      sends: 'messages.send',
      path: g,
      open: async (page) => {
        await page.getByRole('textbox', { name: /^Message to/ }).fill('When do orders leave?')
        await click('button', 'Send')(page)
        // What was said stands in the conversation, to be sent again.
        await page.getByRole('log').getByText('When do orders leave?').waitFor()
      },
    },
    {
      at: 'agents/DeleteMessage.tsx',
      sends: 'messages.delete',
      path: g,
      open: (page) => page.getByRole('button', { name: 'Delete message' }).first().click({ force: true }),
      press: 'Delete message',
    },
    ...webhookActs({ path: `${g}/webhooks`, ...agent, area: '' }),
    ...webhookActs({ path: `${a}/webhooks`, ...app, area: 'app_' }),
    {
      at: 'webhooks/WebhookDialogs.tsx',
      sends: 'webhooksOf.update',
      operation: 'webhooks.update',
      path: `${g}/webhooks`,
      open: choose(agent.url, 'Turn off'),
      press: 'Turn off',
    },
    {
      at: 'webhooks/WebhookDialogs.tsx',
      sends: 'webhooksOf.update',
      operation: 'webhooks.update',
      path: `${g}/webhooks`,
      open: choose(agent.url, 'Rotate secret'),
      press: 'Rotate secret',
    },
    {
      at: 'webhooks/WebhookDialogs.tsx',
      sends: 'webhooksOf.update',
      operation: 'webhooks.update',
      path: `${g}/webhooks`,
      open: choose(agent.url, 'Stop signing'),
      press: 'Stop signing',
    },
    {
      at: 'webhooks/use-turn-on.ts',
      sends: 'webhooksOf.update',
      operation: 'app_webhooks.update',
      path: `${a}/webhooks`,
      open: choose(app.url, 'Turn on'),
    },
  ]
}

function siteActs(path: string, domain: string): Act[] {
  return [
    {
      at: 'site/PublishSite.tsx',
      sends: 'site.publish',
      path,
      open: click('button', 'Publish'),
      typed: { Folder: 'build', 'What is new': 'Everything' },
      press: 'Publish now',
    },
    {
      at: 'site/SiteTab.tsx',
      sends: 'site.unpublish',
      path,
      open: click('button', 'Unpublish'),
      press: 'Unpublish',
    },
    {
      at: 'site/Revisions.tsx',
      sends: 'site.activate',
      path,
      open: click('button', 'Make live: revision 1'),
      press: 'Make live',
    },
    {
      at: 'site/SiteDomains.tsx',
      sends: 'domains.add',
      path,
      open: click('button', 'Add a domain'),
      typed: { Domain: 'www.example.org' },
      press: 'Add domain',
    },
    {
      at: 'site/SiteDomains.tsx',
      sends: 'domains.verify',
      path,
      open: click('button', `Verify ${domain}`),
    },
    {
      at: 'site/SiteDomains.tsx',
      sends: 'domains.remove',
      path,
      open: click('button', `Remove ${domain}`),
      press: 'Remove',
    },
  ]
}
