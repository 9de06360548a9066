/** What is done on the pages of a workspace and before one is in it. */
import type { Page } from 'playwright-core'
import { type Act, choose, chooseOfFolder, click, select } from './act.ts'
import { PASSWORD } from './failure-scene.ts'

export interface WorkspaceScene {
  workspaceId: string
  /** The addresses of invitations: for nobody yet, for an account, for the one who is signed in. */
  links: { newcomer: string; account: string; invited: string; other: string }
  email: { member: string; pending: string }
}

export function actsOfWorkspace({ workspaceId, links, email }: WorkspaceScene): Act[] {
  const w = `/w/${workspaceId}`
  const apps = `${w}/apps`
  const shop = `${apps}?folder=fld_demo_shop`
  const member = `${w}/members?search=${email.member}`
  const pending = `${w}/members?search=${email.pending}`
  const anyone = `${w}/members?search=usr_`
  const selectAll = (button: string | RegExp) => async (page: Page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
    await click('button', button)(page)
  }
  return [
    {
      at: 'sign-in/SignInPage.tsx',
      sends: 'session.create',
      path: '/sign-in',
      as: 'visitor',
      typed: { Email: 'ada@example.com', Password: 'a long password' },
      press: 'Sign in',
    },
    {
      at: 'invitations/JoinAsNewcomer.tsx',
      sends: 'invitations.accept',
      path: links.newcomer,
      as: 'visitor',
      typed: { 'Your name': 'Ada Byron', Password: 'a long password' },
      press: 'Create account and join',
    },
    {
      at: 'invitations/JoinBySignIn.tsx',
      sends: 'session.create',
      path: links.account,
      as: 'visitor',
      typed: { Password: 'a long password' },
      press: 'Sign in and join',
    },
    {
      at: 'invitations/JoinBySignIn.tsx',
      sends: 'invitations.accept',
      path: links.account,
      as: 'visitor',
      open: (page) => page.getByLabel('Password').fill(PASSWORD),
      press: 'Sign in and join',
    },
    {
      at: 'invitations/JoinAsMe.tsx',
      sends: 'invitations.accept',
      path: links.invited,
      as: 'invited',
      press: 'Accept invitation',
    },
    {
      at: 'invitations/OtherAccount.tsx',
      sends: 'session.delete',
      path: links.other,
      as: 'invited',
      press: 'Sign out and go on',
    },
    {
      at: 'layout/use-sign-out.ts',
      sends: 'session.delete',
      path: apps,
      open: async (page) => {
        await click('button', /^Account:/)(page)
        await click('menuitem', 'Sign out')(page)
      },
    },
    {
      at: 'apps/CreateApp.tsx',
      sends: 'apps.create',
      path: apps,
      open: click('button', 'New app'),
      typed: { Name: 'Ledger', Description: 'What was spent' },
      press: 'Create',
    },
    {
      at: 'apps/PutIntoFolder.tsx',
      sends: 'folders.add_items',
      path: apps,
      open: async (page) => {
        await choose('Storefront', 'Put into folder')(page)
        await select(page, /Folder$/, 'Experiments')
      },
      press: 'Put into folder',
    },
    {
      at: 'apps/DeleteApp.tsx',
      sends: 'apps.delete',
      path: apps,
      open: async (page) => {
        await choose('Storefront', 'Delete')(page)
        await page.getByRole('alertdialog').getByRole('textbox').fill('Storefront')
      },
      press: 'Delete for good',
    },
    {
      at: 'apps/FolderDialogs.tsx',
      sends: 'folders.create',
      path: apps,
      open: click('button', 'New workspace folder'),
      typed: { Name: 'Archive' },
      press: 'Create folder',
    },
    {
      at: 'apps/FolderDialogs.tsx',
      sends: 'folders.update',
      path: apps,
      open: chooseOfFolder('Finance', 'Rename or recolour'),
      typed: { Name: 'Money' },
      press: 'Save',
    },
    {
      at: 'apps/FolderDialogs.tsx',
      sends: 'folders.update',
      path: apps,
      open: chooseOfFolder('Finance', 'Move'),
      press: 'Move folder',
    },
    {
      at: 'apps/FolderDialogs.tsx',
      sends: 'folders.delete',
      path: apps,
      open: chooseOfFolder('Finance', 'Delete'),
      press: 'Delete folder',
    },
    {
      at: 'apps/AddApps.tsx',
      sends: 'folders.add_items',
      path: shop,
      open: async (page) => {
        await click('button', 'Add apps')(page)
        await page.getByRole('checkbox', { name: 'Invoices' }).check({ force: true })
      },
      press: 'Add',
    },
    {
      at: 'apps/AppList.tsx',
      sends: 'folders.remove_item',
      path: shop,
      open: choose('Storefront', 'Remove from folder'),
    },
    {
      at: 'apps/CreateApp.tsx',
      sends: 'folders.add_items',
      path: shop,
      open: async (page) => {
        await click('button', 'New app')(page)
        await page.getByRole('dialog').getByLabel('Name').fill('Made all the same')
        await click('button', 'Create')(page)
        await page.getByRole('heading', { level: 1, name: 'Made all the same' }).waitFor()
      },
    },
    {
      at: 'agents/CreateAgent.tsx',
      sends: 'agents.create',
      path: `${w}/agents`,
      open: click('button', 'New agent'),
      typed: { Name: 'Clerk', Instructions: 'Be brief.' },
      press: 'Create agent',
    },
    {
      at: 'tokens/CreateToken.tsx',
      sends: 'tokens.create',
      path: `${w}/tokens`,
      open: click('button', 'New token'),
      typed: { Name: 'Nightly export' },
      press: 'Create token',
    },
    {
      at: 'tokens/RevokeToken.tsx',
      sends: 'tokens.revoke',
      path: `${w}/tokens`,
      open: click('button', /^Revoke/),
      press: 'Revoke token',
    },
    {
      at: 'members/InviteMembers.tsx',
      sends: 'invitations.create',
      path: member,
      open: click('button', 'Invite people'),
      typed: { Emails: 'grace@example.com' },
      press: 'Invite',
    },
    {
      at: 'members/InviteMembers.tsx',
      sends: 'invitations.bulk',
      path: member,
      open: click('button', 'Invite people'),
      typed: { Emails: 'grace@example.com, alan@example.com' },
      press: 'Invite 2 people',
    },
    {
      at: 'members/DefaultLimit.tsx',
      sends: 'members.set_default_credit_limit',
      path: member,
      open: click('button', /^Default limit/),
      typed: { 'Credits a month': '321' },
      press: 'Save',
    },
    {
      at: 'members/ChangeRole.tsx',
      sends: 'members.set_role',
      path: member,
      open: choose(/^Actions for/, 'Change role'),
      press: 'Change role',
    },
    {
      at: 'members/ChangeLimit.tsx',
      sends: 'members.set_credit_limit',
      path: member,
      open: async (page) => {
        await choose(/^Actions for/, 'Change credit limit')(page)
        await page.getByRole('radio', { name: /^Limit of their own/ }).check({ force: true })
      },
      typed: { 'Credits a month': '45' },
      press: 'Change limit',
    },
    {
      at: 'members/RemoveMember.tsx',
      sends: 'members.remove',
      path: member,
      open: choose(/^Actions for/, 'Remove'),
      press: 'Remove',
    },
    {
      at: 'members/use-resend.ts',
      sends: 'invitations.resend',
      path: pending,
      open: choose(/^Actions for/, 'Send again'),
    },
    {
      at: 'members/RevokeInvitation.tsx',
      sends: 'invitations.revoke',
      path: pending,
      open: choose(/^Actions for/, 'Revoke invitation'),
      press: 'Revoke invitation',
    },
    {
      at: 'members/use-resend.ts',
      sends: 'invitations.bulk_resend',
      path: `${w}/members?status=pending`,
      open: selectAll(/^Send \d+ invitations again/),
    },
    {
      at: 'members/ChangeRole.tsx',
      sends: 'members.bulk_set_role',
      path: anyone,
      open: async (page) => {
        await selectAll('Change role')(page)
        await page.getByRole('radio', { name: /^Viewer/ }).check({ force: true })
      },
      press: 'Change role',
    },
    {
      at: 'members/ChangeLimit.tsx',
      sends: 'members.bulk_set_credit_limit',
      path: anyone,
      open: selectAll('Change credit limit'),
      press: 'Change limit',
    },
  ]
}
