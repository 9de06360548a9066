/** As list-steps.ts, for automated tests and their runs; the demo shop has some. */
import { click, select } from './act.ts'
import { CURSOR, fill, type List } from './list-steps.ts'

const nextPage = click('button', 'Next')

/** `app` is the path of the shop; `flowId` is its test that is called Sign in. */
export function testLists(app: string, flowId: string): List[] {
  const page = { limit: '50' }
  const ofFlow = { ...page, flow_id: flowId }
  return [
    {
      path: `${app}/tests`,
      operation: 'flows.list',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        { does: 'looks for a name', act: fill('Search tests', 'a'), asks: { ...page, search: 'a' } },
      ],
    },
    {
      path: `${app}/tests/runs`,
      operation: 'test_runs.list',
      view: 'TestRunsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows those of a test',
          act: (at) => select(at, 'Test', 'Sign in'),
          asks: ofFlow,
        },
        {
          does: 'shows those that passed',
          act: (at) => select(at, 'Result', 'Passed'),
          asks: { ...ofFlow, status: 'passed' },
        },
      ],
    },
  ]
}
