/** Whatever an operation writes is there as a whole or not at all. */
import { allOperations } from '@atrium/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { accountCases } from './atomicity/account-cases.ts'
import { adCases } from './atomicity/ad-cases.ts'
import { agentCases } from './atomicity/agent-cases.ts'
import { appUserCases } from './atomicity/app-user-cases.ts'
import { attentionCases } from './atomicity/attention-cases.ts'
import { type Cases, subjectsOf } from './atomicity/case.ts'
import { chatCases } from './atomicity/chat-cases.ts'
import { checkCase } from './atomicity/check.ts'
import { codingSessionCases } from './atomicity/coding-session-cases.ts'
import { connectionCases } from './atomicity/connection-cases.ts'
import { connectorCases } from './atomicity/connector-cases.ts'
import { entityCases } from './atomicity/entity-cases.ts'
import { findingCases } from './atomicity/finding-cases.ts'
import { flowCases } from './atomicity/flow-cases.ts'
import { functionCases } from './atomicity/function-cases.ts'
import { integrationCases } from './atomicity/integration-cases.ts'
import { openIdCases } from './atomicity/openid-cases.ts'
import { ownConnectorCases } from './atomicity/own-connector-cases.ts'
import { recordingCases } from './atomicity/recording-cases.ts'
import { repositoryCases } from './atomicity/repository-cases.ts'
import { runCases } from './atomicity/run-cases.ts'
import { scanCases } from './atomicity/scan-cases.ts'
import { tenancyCases } from './atomicity/tenancy-cases.ts'
import { testRunCases } from './atomicity/test-run-cases.ts'
import { watchWrites } from './atomicity/watch-writes.ts'
import { webhookCases } from './atomicity/webhook-cases.ts'
import { workflowCases } from './atomicity/workflow-cases.ts'
import { createWorld } from './atomicity/world.ts'
import { useStarted } from './use-started.ts'

const CASES: Cases = {
  ...tenancyCases,
  ...accountCases,
  ...appUserCases,
  ...openIdCases,
  ...attentionCases,
  ...entityCases,
  ...agentCases,
  ...webhookCases,
  ...integrationCases,
  ...functionCases,
  ...runCases,
  ...workflowCases,
  ...scanCases,
  ...flowCases,
  ...testRunCases,
  ...codingSessionCases,
  ...chatCases,
  ...adCases,
  ...findingCases,
  ...connectorCases,
  ...ownConnectorCases,
  ...connectionCases,
  ...recordingCases,
  ...repositoryCases,
}

/** What they write comes after their answer. */
const WRITE_LATER: Record<string, string> = {
  'app_logs.visit': 'visits are batched in memory and stored together in one statement',
  'functions.invoke': 'calls are noted in batches, in one statement',
  'functions.call': 'calls are noted in batches, in one statement',
  'git.serve': 'git moves the branches; which ones is noted afterwards, in one statement',
  'connectors.call': 'calls are noted in batches, in one statement; a refresh is a case of jobs',
  'connectors.test': 'calls are noted in batches, in one statement; a refresh is a case of jobs',
}

const atomic = new Set(
  allOperations.filter((one) => one.idempotency === 'atomic').map(({ name }) => name as string),
)

/** The SDK sends a key with everything that takes one; without it each use case has to be whole by itself. */
let isKeyed = true
const { fetch: send } = globalThis
vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers)
  // Where the key is part of what is asked for, it stays.
  const takesOwn = /\/imported\/sessions|\/conversations\//.test(url)
  if (!isKeyed && !takesOwn) headers.delete('idempotency-key')
  return send(url, { ...init, headers })
})
// Other files run in the same process.
afterAll(() => {
  vi.unstubAllGlobals()
})

const world = useStarted(createWorld)
const watch = useStarted(() => watchWrites(world.app.databaseUrl))

test('every operation that may write has a case', () => {
  const covered = new Set([...subjectsOf(CASES), ...Object.keys(WRITE_LATER)])
  const writing = allOperations.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  expect(writing.filter((name) => !covered.has(name))).toEqual([])
})

test.each(Object.entries(CASES))('%s is done as a whole or not at all', { tags: 'slow' }, (_name, one) => {
  isKeyed = false
  return checkCase({ world, watch }, one)
})

const keyed = Object.entries(CASES).filter(([name]) => atomic.has(name.split(' ')[0] ?? ''))

test.each(keyed)('%s is done as a whole with its Idempotency-Key', (_name, one) => {
  isKeyed = true
  // In one transaction, also what has several of its own.
  return checkCase(
    { world, watch, alsoWritten: 'idempotency_keys insert' },
    'steps' in one ? one.prepare : one,
  )
})
