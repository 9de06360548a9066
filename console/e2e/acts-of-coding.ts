/** What is done on the pages of repositories, coding sessions, pull requests and the app builder's chat. */
import type { Page } from 'playwright-core'
import { type Act, click } from './act.ts'
import { ASKING, RUNNING, showCode } from './code-scene.ts'

export interface CodingScene {
  workspaceId: string
  /** Of the demo shop. */
  coding: { session: string }
}

export function actsOfCoding({ workspaceId, coding }: CodingScene): Act[] {
  const app = `/w/${workspaceId}/apps/app_demo_storefront`
  // Without a repository.
  const orders = `/w/${workspaceId}/apps/app_demo_orders/code`
  const repository = `${app}/code/repository`
  const session = `${app}/code/sessions/${coding.session}`
  const open = (name: string) => async (page: Page) => {
    await showCode(page)
    await click('button', name)(page)
  }
  const openPullRequest = (name: string) => async (page: Page) => {
    await showCode(page)
    const box = page.getByRole('region', { name: 'Pull request', exact: true })
    await box.getByRole('button', { name, exact: true }).click()
  }
  return [
    {
      at: 'code/ConnectRepository.tsx',
      sends: 'repository.connect',
      path: orders,
      open: click('button', 'Connect a repository'),
      typed: { 'Owner and name': 'harbour/orders', Branch: 'trunk' },
      press: 'Connect',
    },
    {
      at: 'code/ImportRepository.tsx',
      sends: 'repository.import',
      path: orders,
      open: click('button', 'Import one'),
      typed: { Address: 'https://git.example.com/harbour/orders.git', 'Owner and name': 'harbour/orders' },
      press: 'Import',
    },
    {
      at: 'code/DisconnectRepository.tsx',
      sends: 'repository.disconnect',
      path: repository,
      open: open('Disconnect'),
      press: 'Disconnect',
    },
    {
      at: 'code/PushSource.tsx',
      sends: 'repository.push_source',
      path: repository,
      open: open('Push to the repository'),
      typed: { 'Commit message': 'Bring the shop over' },
      press: 'Push',
    },
    {
      at: 'code/PullSource.tsx',
      sends: 'repository.pull_source',
      path: repository,
      open: open('Pull from the repository'),
      typed: { 'Branch, tag or commit': 'v2' },
      press: 'Replace the app’s code',
    },
    {
      at: 'code/NewSession.tsx',
      sends: 'coding.launch',
      path: `${app}/code`,
      open: click('button', 'New session'),
      typed: { Title: 'Say welcome', 'What should change': 'add a file WELCOME.md with Welcome' },
      press: 'Launch',
    },
    {
      at: 'code/CancelSession.tsx',
      sends: 'coding.cancel',
      path: session,
      open: async (page) => {
        await showCode(page, { 'coding.read': RUNNING })
        await click('button', 'Cancel')(page)
      },
      press: 'Cancel session',
    },
    {
      at: 'code/use-session-message.ts',
      sends: 'coding.message',
      path: session,
      open: async (page) => {
        await showCode(page, { 'coding.read': ASKING })
        await page.getByText('Cheapest first').click()
      },
      typed: { 'In your own words': 'But sold out ones last' },
      press: 'Send answer',
    },
    {
      at: 'code/MergePullRequest.tsx',
      sends: 'pull_requests.merge',
      path: session,
      open: openPullRequest('Merge'),
      press: 'Merge',
    },
    {
      at: 'code/ClosePullRequest.tsx',
      sends: 'pull_requests.close',
      path: session,
      open: openPullRequest('Close'),
      press: 'Close pull request',
    },
    {
      at: 'code/Comments.tsx',
      sends: 'pull_requests.comment',
      path: `${app}/code/pull-requests`,
      open: async (page) => {
        await showCode(page)
        await click('link', 'Greet people by name')(page)
      },
      typed: { 'Your comment': 'Looks good' },
      press: 'Comment',
    },
    {
      at: 'chat/use-builder.ts',
      sends: 'chat.send',
      path: `${app}/chat`,
      typed: { 'Message to the app builder': 'Make the heading green' },
      press: 'Send',
    },
  ]
}
