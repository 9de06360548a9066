/** What is done with workspaces themselves, their service accounts and their agents. */
import { type Act, click } from './act.ts'

export interface SettingsScene {
  workspaceId: string
  agent: { id: string }
  /** Somebody who does not own their workspace. */
  invited: { workspace_id: string }
  /** A service account with this token. */
  service: { name: string; token: string }
}

export function actsOfSettings({ workspaceId, agent, invited, service }: SettingsScene): Act[] {
  const settings = `/w/${workspaceId}/settings`
  const accounts = `/w/${workspaceId}/service-accounts`
  const versions = `/w/${workspaceId}/agents/${agent.id}/versions`
  return [
    {
      at: 'workspace/CreateWorkspace.tsx',
      sends: 'workspaces.create',
      path: settings,
      open: async (page) => {
        await click('button', /Switch workspace/)(page)
        await click('menuitem', 'New workspace')(page)
        // The page below has a name too.
        await page.getByRole('dialog', { name: 'New workspace' }).waitFor()
      },
      typed: { Name: 'Engines' },
      press: 'Create workspace',
    },
    {
      at: 'workspace/WorkspaceSettingsPage.tsx',
      sends: 'workspaces.update',
      path: settings,
      typed: { Name: 'Harbour' },
      press: 'Rename',
    },
    {
      at: 'workspace/WorkspaceSettingsPage.tsx',
      sends: 'workspaces.transfer',
      path: settings,
      open: click('button', 'Hand over…'),
      typed: { 'Email of an admin or editor': 'grace@example.com' },
      press: 'Hand over',
    },
    {
      at: 'workspace/WorkspaceSettingsPage.tsx',
      sends: 'workspaces.leave',
      path: `/w/${invited.workspace_id}/settings`,
      as: 'invited',
      open: click('button', 'Leave this workspace'),
      press: 'Leave workspace',
    },
    {
      at: 'service-accounts/ServiceAccountForm.tsx',
      sends: 'service_accounts.create',
      path: accounts,
      open: click('button', 'New service account'),
      typed: { Name: 'Deploys', Description: 'Publishes at night' },
      press: 'Create service account',
    },
    {
      at: 'service-accounts/ServiceAccountForm.tsx',
      sends: 'service_accounts.update',
      path: accounts,
      open: click('button', `Change ${service.name}`),
      typed: { Name: 'Reports' },
      press: 'Save',
    },
    {
      at: 'service-accounts/ServiceAccountsPage.tsx',
      sends: 'service_accounts.delete',
      path: accounts,
      open: click('button', `Delete ${service.name}`),
      press: 'Delete service account',
    },
    {
      at: 'tokens/CreateToken.tsx',
      sends: 'service_accounts.create_token',
      path: accounts,
      open: async (page) => {
        await click('button', `Tokens of ${service.name}`)(page)
        await click('button', 'New token')(page)
      },
      typed: { Name: 'build server' },
      press: 'Create token',
    },
    {
      at: 'tokens/RevokeToken.tsx',
      sends: 'service_accounts.revoke_token',
      path: accounts,
      open: async (page) => {
        await click('button', `Tokens of ${service.name}`)(page)
        await click('button', `Revoke ${service.token}`)(page)
      },
      press: 'Revoke token',
    },
    {
      at: 'agents/EditAgent.tsx',
      sends: 'agents.update',
      path: versions,
      open: click('button', 'Edit agent'),
      typed: { Name: 'Front desk', Instructions: 'Be brief.' },
      press: 'Save agent',
    },
    {
      at: 'agents/AgentVersionsTab.tsx',
      sends: 'agents.restore_version',
      path: versions,
      open: click('button', 'Restore version 1'),
      press: 'Restore version',
    },
  ]
}
