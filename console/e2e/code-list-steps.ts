/** As list-steps.ts, for coding sessions, pull requests and changes of the code; two of each have to be there. */
import { click, select } from './act.ts'
import { CURSOR, type List } from './list-steps.ts'

const nextPage = click('button', 'Next')

/** `app` is the path of an app with a repository. */
export function codeLists(app: string): List[] {
  const page = { limit: '50' }
  const open = { ...page, state: 'open' }
  return [
    {
      path: `${app}/code`,
      operation: 'coding.list',
      view: 'SessionsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows those that are completed',
          act: (at) => select(at, 'State', 'Completed'),
          asks: { ...page, state: 'completed' },
        },
      ],
    },
    {
      path: `${app}/code/pull-requests`,
      operation: 'pull_requests.list',
      view: 'PullRequestsView',
      opens: open,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...open, cursor: CURSOR } },
        {
          does: 'shows all of them',
          act: (at) => select(at, 'Which', 'All of them'),
          asks: { ...page, state: 'all' },
        },
      ],
    },
    {
      path: `${app}/source/commits`,
      operation: 'source.commits',
      view: 'SourceCommitsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows those of a folder',
          act: (at) => at.getByLabel('File or folder').fill('notes/'),
          asks: { ...page, path: 'notes' },
        },
      ],
    },
  ]
}
