/** As list-steps.ts, for what was done by a function; two calls of it and two runs of its automations have to be there. */
import type { Page } from 'playwright-core'
import { click, select } from './act.ts'
import type { Console } from './console.ts'
import { CURSOR, type List } from './list-steps.ts'

const nextPage = click('button', 'Next')

/** Two calls and two runs that failed. */
export async function makeFunctionHistory(
  { app: { sql } }: Console,
  at: { app_id: string; name: string },
): Promise<void> {
  for (const id of ['one', 'two']) {
    await sql`insert into function_invocations values (${`fin_${id}`}, ${at.app_id}, ${at.name}, 'dep_1',
      ${`req_${id}`}, 'http', 'GET', 502, 1, 'function_failed', now())`
    await sql`insert into automation_runs
      (id, app_id, function_name, automation_id, automation, payload, status, attempts, error, created_date, ended_at)
      values (${`arn_${id}`}, ${at.app_id}, ${at.name}, 'aut_1', '{"type":"schedule","cron":"0 9 * * 1"}', '{}',
              'failed', 1, 'It threw.', now(), now())`
  }
}

/** `path` is that of the function. */
export function functionLists(path: string): List[] {
  const page = { limit: '50' }
  const lines = { limit: '200' }
  return [
    {
      path: `${path}/logs`,
      operation: 'functions.logs',
      view: 'FunctionLogsView',
      opens: lines,
      steps: [
        // Else it asks again and again by itself.
        {
          does: 'stops to follow',
          act: (at) => at.getByRole('switch', { name: 'Follow' }).click({ force: true }),
          asks: null,
        },
        {
          does: 'shows errors',
          act: (at) => select(at, 'Level', 'Errors'),
          asks: { ...lines, level: 'error' },
        },
        {
          does: 'shows those of a request',
          act: (at) => at.getByLabel('Search by request id').fill('req_1'),
          asks: { ...lines, level: 'error', request_id: 'req_1' },
        },
      ],
    },
    {
      path: `${path}/invocations`,
      operation: 'functions.list_invocations',
      view: 'InvocationsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        {
          does: 'shows those that failed',
          act: (at) => at.getByRole('switch', { name: 'Only failed' }).click({ force: true }),
          asks: { ...page, failed: 'true' },
        },
      ],
    },
    {
      path: `${path}/automations`,
      operation: 'automations.list_runs',
      view: 'AutomationRunsView',
      opens: page,
      steps: [
        { does: 'turns the page', act: nextPage, asks: { ...page, cursor: CURSOR } },
        ...['Waiting', 'Running', 'Succeeded', 'Failed'].map((label) => ({
          does: `shows those that are ${label}`,
          act: (at: Page) => select(at, 'Status', label),
          asks: { ...page, status: label === 'Waiting' ? 'queued' : label.toLowerCase() },
        })),
      ],
    },
  ]
}
