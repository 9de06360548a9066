/** A server whose agents answer at once, and what their answers cost. */
import { beforeEach } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { startModelServer } from '../../../ports/language-model/test/model-server.ts'

export const EXHAUSTED = refusal(402, 'credits_exhausted')

export function useCredits() {
  const model = useStarted(startModelServer)
  const app = useApp(() => ({ rate_limits: 'off', ...model.settings }))
  beforeEach(() => {
    model.script(() => ({ say: ['Yes.'] }))
    model.calls.length = 0
  })
  return {
    app,
    model,
    limited: (limits: { monthly_limit?: number; default_member_credit_limit?: number }) =>
      app.make.workspace(limits),
    used: async (person: Person) => (await app.as(person).credits.read()).credits_used,
    ledger: async (person: Person) =>
      (await app.as(person).credits.list()).items.map(({ kind, amount, app_id }) => [kind, amount, app_id]),
    holds: async ({ workspace_id }: Person) =>
      (await app.sql`select from credit_holds where workspace_id = ${workspace_id}`).length,
  }
}
