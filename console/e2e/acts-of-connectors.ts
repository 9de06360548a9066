/** What is done on the pages of connectors; what they show is made up, so that no service has to be there. */
import type { Page } from 'playwright-core'
import { type Act, choose, click } from './act.ts'
import { showConnectors } from './connector-scene.ts'

export function actsOfConnectors(workspaceId: string): Act[] {
  const path = `/w/${workspaceId}/apps/app_demo_storefront/connectors`
  const own = `/w/${workspaceId}/connectors`
  const of = (file: string, sends: string) => ({ at: `connectors/${file}.tsx`, sends, path })
  const ofOwn = (file: string, sends: string) => ({ at: `own-connectors/${file}.tsx`, sends })
  return [
    { ...of('ConnectionActions', 'connectors.test'), open: shown(click('button', 'Test Acme')) },
    {
      ...of('ConnectForm', 'connectors.initiate'),
      open: shown(click('button', 'Connect Beta')),
      typed: { 'Shop name': 'south' },
      press: 'Connect',
    },
    {
      ...of('ScopesDialog', 'connectors.update_scopes'),
      open: shown(async (page) => {
        await choose('Acme', 'Change scopes')(page)
        await page.getByRole('checkbox', { name: /^Change orders/ }).check({ force: true })
      }),
      press: 'Change scopes',
    },
    {
      ...of('EndConnection', 'connectors.disconnect'),
      open: shown(choose('Acme', 'Disconnect')),
      press: 'Disconnect',
    },
    {
      ...of('EndConnection', 'connectors.remove'),
      open: shown(choose('Acme', 'Remove')),
      press: 'Remove connection',
    },
    {
      ...ofOwn('ClientIdDialog', 'connector_clients.set'),
      path: `${own}/client-ids`,
      open: shown(click('button', /^Change the client id of /)),
      typed: { 'Client id': 'client_2' },
      press: 'Save client id',
    },
    {
      ...ofOwn('DeleteClientId', 'connector_clients.delete'),
      path: `${own}/client-ids`,
      open: shown(click('button', /^Delete the client id of /)),
      press: 'Delete client id',
    },
    {
      ...ofOwn('DeleteConnector', 'custom_connectors.delete'),
      path: own,
      open: shown(click('button', 'Delete Acme ERP')),
      press: 'Delete connector',
    },
    {
      ...ofOwn('OwnConnectorPage', 'custom_connectors.update'),
      path: `${own}/own/harbour-warehouse`,
      typed: { Description: 'Orders, stock and more' },
      press: 'Save connector',
    },
    {
      ...ofOwn('BeginConnector', 'custom_connectors.draft'),
      path: `${own}/new`,
      typed: { 'Or paste it': '{"openapi": "3.1.0"}' },
      press: 'Read it',
    },
    {
      ...ofOwn('NewConnectorPage', 'custom_connectors.create'),
      path: `${own}/new`,
      open: async (page) => {
        await page.reload()
        await click('button', 'Fill in by hand')(page)
        await page.getByLabel('Name', { exact: true }).fill('Acme Stock')
        for (const [label, text] of Object.entries(BY_HAND)) await page.getByLabel(label).first().fill(text)
      },
      press: 'Add connector',
    },
    {
      at: 'connected/SandboxConsentPage.tsx',
      sends: 'connectors.decide_sandbox',
      path: '/sandbox-consent?request=x',
      isAlone: true,
      press: 'Approve',
    },
  ]
}

const shown = (act: (page: Page) => Promise<void>) => async (page: Page) => {
  await showConnectors(page)
  await act(page)
}

export const BY_HAND = {
  Description: 'Orders of our own system',
  'Address of its documentation': 'https://erp.example.com/docs',
  'Base address': 'https://erp.example.com/api',
  'Its path': '/me',
}
