/** As list-steps.ts, for connectors; the demo company has calls of the sandbox. */
import type { Page } from 'playwright-core'
import { click, select } from './act.ts'
import { CURSOR, type List } from './list-steps.ts'

const nextPage = click('button', 'Next')

/** `app` is the path of an app with calls of the sandbox, `workspaceId` has two connectors of its own. */
export function connectorLists(app: string, workspaceId: string): List[] {
  const page = { limit: '50' }
  const ofSandbox = { ...page, integration_type: 'sandbox-oauth' }
  return [
    {
      path: `${app}/connectors`,
      operation: 'connectors.available',
      view: 'ConnectorsView',
      opens: {},
      steps: [
        {
          does: 'searches in what is there',
          async act(at: Page) {
            await at.getByLabel('Search services').fill('sandbox')
            await at.waitForURL(/search=sandbox/)
          },
          asks: null,
        },
        {
          does: 'shows those of a category',
          async act(at: Page) {
            await at
              .getByRole('search')
              .getByRole('button', { name: /Category/ })
              .click()
            await at.getByRole('option').nth(1).click()
            await at.waitForURL(/category=/)
          },
          asks: null,
        },
      ],
    },
    {
      path: `${app}/connectors/calls`,
      operation: 'connectors.list_calls',
      view: 'ConnectorCallsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows those of a service',
          act: (at) => select(at, /Service$/, 'Sandbox'),
          asks: ofSandbox,
        },
        {
          does: 'shows those that failed',
          act: (at) => at.getByRole('switch', { name: 'Only failed' }).click({ force: true }),
          asks: { ...ofSandbox, failed: 'true' },
        },
      ],
    },
    {
      path: `/w/${workspaceId}/connectors`,
      operation: 'custom_connectors.list',
      opens: { limit: '100', workspaceId },
      steps: [],
    },
  ]
}
