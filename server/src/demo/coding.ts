import type { ImportedWork } from '../modules/coding/index.ts'
import { OWNER_EMAIL, OWNER_ID } from './people.ts'
import { WORKSPACE_ID } from './workspace.ts'

const SHOP = 'app_demo_storefront'
const REPOSITORY = 'harbour-pine/storefront'
const DAY = 86_400_000

/** The shop's repository is one of this server. */
export function demoRepositories() {
  return [
    {
      ...{ app_id: SHOP, provider: 'local', full_name: REPOSITORY, base_branch: 'main' },
      ...{ connected_by_id: OWNER_ID, connected_date: 'now-21d' },
    },
  ]
}

const README = {
  session_id: 'cds_demo_readme',
  branch: 'session/demo0001-say-how-to-start-the-shop',
  title: 'Say how to start the shop',
}

/** How sessions can end: with a pull request that waits, with an answer, with a fault, by a cancel. */
export function demoCodingSessions() {
  const ofShop = {
    ...{ app_id: SHOP, user_id: OWNER_ID, provider: 'local', repository_full_name: REPOSITORY },
    base_branch: 'main',
  }
  const times = (ago: number) => ({
    ...{ created_date: `now-${ago}h`, updated_date: `now-${ago - 1}h`, completed_at: `now-${ago - 1}h` },
  })
  return [
    {
      ...{ id: 'cds_demo_basket', ...ofShop, state: 'failed', title: 'Keep the basket for a week' },
      prompt: 'The basket should survive closing the browser, for seven days.',
      ...{ error_code: 'step_limit', step_count: 60, plan: [] },
      error_message: 'The session took as many steps as a pass may have; send a message to go on.',
      ...times(170),
    },
    {
      ...{ id: 'cds_demo_packages', ...ofShop, state: 'completed', title: 'Which packages are old?' },
      prompt: 'Which of our packages are out of date? Do not change anything.',
      ...{ outcome: 'answer', step_count: 3, plan: [] },
      summary:
        'minimist is at 1.2.0; versions before 1.2.6 let input change prototypes. Nothing was changed.',
      ...times(98),
    },
    {
      ...{ id: 'cds_demo_theme', ...ofShop, state: 'cancelled', title: 'Try a dark theme' },
      ...{ prompt: 'Add a dark theme to all pages.', step_count: 4, plan: [], ...times(51) },
    },
    {
      ...{ id: README.session_id, ...ofShop, state: 'completed', title: README.title },
      prompt: 'Add a section to the README that says how the shop is started.',
      ...{ branch_name: README.branch, outcome: 'pull_request', step_count: 5 },
      plan: [
        { text: 'Read the README and the scripts', status: 'done' },
        { text: 'Add the section', status: 'done' },
      ],
      summary: 'The README says how to install the packages and start the shop.',
      ...times(26),
    },
  ]
}

/** What git holds of it; archives do not. */
export function demoWork(now: Date): ImportedWork {
  return {
    ...{ app_id: SHOP, workspace_id: WORKSPACE_ID, author: { name: 'Demo', email: OWNER_EMAIL } },
    pushed_at: new Date(now.getTime() - 20 * DAY),
    change: {
      ...README,
      body: 'Adds a section to the README that says how to install the packages and start the shop.',
      at: new Date(now.getTime() - DAY),
      path: 'README.md',
      edit: (text) => `${text}\n## Start it\n\n\`\`\`sh\nnpm install\nnpm start\n\`\`\`\n`,
    },
  }
}
