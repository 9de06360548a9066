/** Which operations a read-only credential may call, and how short a new password may be, as lists to compare with. */
import { allOperations } from '@atrium/contract'
import { expect, test } from 'vitest'

const names = (list: string) => list.trim().split(/\s+/)

/** Reads of agents, what they deliver, tests and their runs, an account, an installation: full access. */
const FULL_ACCESS_READS = names(`
  account.read account.list_sessions account.list_passkeys mail.list installation.list_workspaces
  installation.read_workspace agents.list agents.read agents.list_versions agents.read_version conversations.list
  webhooks.list webhooks.read deliveries.list deliveries.read deliveries.stats app_webhooks.list app_webhooks.read
  app_deliveries.list app_deliveries.read app_deliveries.stats app_agents.read app_conversations.list
  app_conversations.read flows.read test_runs.list test_runs.read test_runs.report test_runs.read_artifact
  recordings.read connectors.callback`)

test('a read-only credential reaches every read but these, and what only reads by POST', () => {
  const takes = (isReadOnly: boolean, isGet: boolean) =>
    allOperations
      .filter(
        ({ credential, method }) => credential?.read_only === isReadOnly && (method === 'GET') === isGet,
      )
      .map(({ name }) => name)
  expect(takes(false, true).toSorted()).toEqual(FULL_ACCESS_READS.toSorted())
  expect(takes(true, false)).toEqual(names('members.list records.aggregate events.aggregate git.serve'))
})

test('a new password has 8 characters or more, wherever one is chosen', () => {
  const chosen = allOperations.flatMap(({ name, body }) =>
    Object.entries((body as { properties?: Record<string, { minLength?: number }> })?.properties ?? {})
      .filter(([field]) => field === 'new_password' || (field === 'password' && /accept|register/.test(name)))
      .map(([field, { minLength }]) => [`${name}.${field}`, minLength]),
  )
  expect(chosen.map(([, minLength]) => minLength)).toEqual(chosen.map(() => 8))
  expect(chosen.length).toBe(6)
})
