/** Runs of automated tests in fake browsers: an app, its people, and pages that a test can walk through. */
import type { SentStep } from '@atrium/contract/flow-steps'
import { beforeEach } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { createFakeBrowsers, type FakePage } from '../../../ports/browser/test/fake-browser.ts'
import type { Config } from '../../../settings/config.ts'

export const START = 'https://shop.example.com/'

/** A shop in which a lamp is put into the cart. */
export const SHOP: Record<string, FakePage> = {
  '/': {
    title: 'Shop',
    nodes: [{ role: 'button', name: 'Add to cart', does: { click: { goto: '/cart' } } }],
  },
  '/cart': { title: 'Cart', nodes: [{ role: 'heading', name: 'Your cart' }] },
}

export const ADD: SentStep = {
  id: 'add',
  instruction: 'Click “Add to cart”',
  params: { action: 'click', target: { role: 'button', name: 'Add to cart' } },
  timeout_ms: 200,
}
export const SEE: SentStep = {
  id: 'see',
  kind: 'assert',
  instruction: 'See the cart',
  params: { expect: 'visible', target: { role: 'heading', name: 'Your cart' } },
  timeout_ms: 200,
}

export function useTestRuns(config: () => Partial<Config> = () => ({})) {
  const browsers = createFakeBrowsers()
  const app = useApp(() => ({ rate_limits: 'off', ...config() }), { browsers })
  const { owner, viewer, stranger } = useTeam(app)
  const at = { app_id: '' }
  beforeEach(async () => {
    // What the test before left waiting is not to be carried out in this one.
    await app.sql`delete from test_executions where status in ('queued', 'running')`
    browsers.site = { ...SHOP }
    browsers.problem = null
    browsers.happened.length = 0
    at.app_id = (await app.make.app(owner)).id
  })
  const client = () => app.as(owner)

  const makeFlow = (fields: Partial<Parameters<ReturnType<typeof client>['flows']['create']>[1]> = {}) =>
    client().flows.create(
      { app_id: at.app_id },
      { name: 'Buy', goal: 'Buy a lamp', steps: [ADD, SEE], start_url: START, ...fields },
    )
  const start = (flow_id: string) => client().test_runs.start({ app_id: at.app_id }, { flow_id })
  const drain = () => app.atrium.jobs.drain()
  const read = (execution_id: string) => client().test_runs.read({ app_id: at.app_id, execution_id })
  const report = (execution_id: string) => client().test_runs.report({ app_id: at.app_id, execution_id })

  return {
    ...{ app, browsers, owner, viewer, stranger, at, client, makeFlow, start, drain, read, report },
    /** Carries out a run of a test, new unless it is given, and reads it. */
    async run(flow?: { id: string }) {
      const { id } = await start((flow ?? (await makeFlow())).id)
      await drain()
      return read(id)
    },
    /** A click on “Add to cart” that takes until `go` is called; `began` resolves when it is under way. */
    hang() {
      const held = Promise.withResolvers<void>()
      const began = Promise.withResolvers<void>()
      browsers.site['/'] = {
        nodes: [
          {
            role: 'button',
            name: 'Add to cart',
            does: {
              click: () => {
                began.resolve()
                return { until: held.promise, goto: '/cart' }
              },
            },
          },
        ],
      }
      return { began: began.promise, go: held.resolve }
    },
    cancel: (execution_id: string) => client().test_runs.cancel({ app_id: at.app_id, execution_id }),
    holds: async () =>
      (await app.sql`select from credit_holds where workspace_id = ${owner.workspace_id}`).length,
    uses: async () =>
      (await app.sql`select from credit_uses where app_id = ${at.app_id} and kind = 'test_run'`).length,
    rowOf: async (id: string) => {
      const [row] = await app.sql<{
        status: string
        tries: number
        worker: string | null
        test_user_id: string | null
        leased_until: Date | null
      }>`select status, tries, worker, test_user_id, leased_until from test_executions where id = ${id}`
      return row
    },
  }
}
