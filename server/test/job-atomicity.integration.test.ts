/** Whatever a job or a listener writes is there as a whole or not at all. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parts } from '../src/app.ts'
import type { Job } from '../src/platform/jobs/job.ts'
import { reseal } from '../src/platform/sealing/reseal.ts'
import { attentionJobCases } from './atomicity/attention-cases.ts'
import type { Prepare } from './atomicity/case.ts'
import { chatJobCases } from './atomicity/chat-cases.ts'
import { checkCase } from './atomicity/check.ts'
import { codingJobCases } from './atomicity/coding-session-cases.ts'
import { connectorJobCases } from './atomicity/connector-job-cases.ts'
import { flowJobCases } from './atomicity/flow-cases.ts'
import { functionJobCases } from './atomicity/function-cases.ts'
import { jobCases } from './atomicity/job-cases.ts'
import { scanJobCases } from './atomicity/scan-cases.ts'
import { testRunJobCases } from './atomicity/test-run-cases.ts'
import { watchWrites } from './atomicity/watch-writes.ts'
import { workflowJobCases } from './atomicity/workflow-cases.ts'
import { createWorld } from './atomicity/world.ts'
import { useStarted } from './use-started.ts'

const PURGES = 'it removes what is old in statements that each stand alone; the next run removes the rest'

/** Those without a case. */
const NOT_CHECKED: Record<string, string> = {
  'platform.purge_idempotency_keys': PURGES,
  'tenancy.purge_ended': PURGES,
  'tenancy.purge_mail': PURGES,
  'attention.purge': PURGES,
  'attention.send_post': 'it writes nothing: it posts what was stored together with what is known',
  'tenancy.purge_model_usage': PURGES,
  'tenancy.purge_app_users': PURGES,
  'credits.keep_ledger': PURGES,
  'agents.forget_requests': PURGES,
  'webhooks.keep_deliveries': PURGES,
  'app_logs.purge_visits': PURGES,
  'entities.purge_record_changes': PURGES,
  'hosting.purge_site_files': PURGES,
  'analytics.purge': PURGES,
  'analytics.keep_event_days': PURGES,
  'on.app.deleted.analytics.forget_app': PURGES,
  'functions.purge_history': PURGES,
  'workflows.purge_runs': PURGES,
  'test_runs.purge': PURGES,
  'connectors.purge_history': PURGES,
  'functions.run_automation':
    'a run is noted before and after the function is called; a crash in between repeats the call',
  'ads.purge_launches': PURGES,
  'coding.purge': PURGES,
  'coding.maintain_repositories':
    'it writes nothing but files, and puts those in order the next time that it left',
  'coding.carry_out':
    'a session goes on from what it stored, which lost-worker.test.ts proves behind every write',
  'on.app.deleted.coding.delete':
    'sessions are ended one by one before they go, and what is left is removed by the next try',
  'ads.purge_conversion_counts': PURGES,
  'on.app.deleted.flows.delete':
    'runs are cancelled before, bytes go before their rows, and what is left is removed by the next try',
  'backups.run':
    'its row is stored before and after the copying, and one that stays running is ended by the next backup',
  'backups.verify': 'it reads a backup, and one statement stores what it found',
  'integrations.remove_files': 'the bytes of a file go before its row, so that no bytes stay without one',
  'analytics.note_user_counts': 'the counts of each hundred apps are one statement, and may come twice',
  'tenancy.renew_member_copies':
    'it runs the transaction of members.list where a thousand members were active',
  'platform.reseal': 'each text is replaced on its own, and those that were are passed over the next time',
}

const JOBS = new Map<string, Job<never>>(
  [
    reseal,
    ...parts.flatMap(({ jobs = [], schedules = [], listeners = [] }) => [
      ...jobs,
      ...[...schedules, ...listeners].map(({ job }) => job),
    ]),
  ].map((job) => [job.name, job as Job<never>]),
)

const ALL_CASES = {
  ...jobCases,
  ...functionJobCases,
  ...workflowJobCases,
  ...scanJobCases,
  ...flowJobCases,
  ...testRunJobCases,
  ...connectorJobCases,
  ...chatJobCases,
  ...codingJobCases,
  ...attentionJobCases,
}
const world = useStarted(createWorld)
const watch = useStarted(() => watchWrites(world.app.databaseUrl))

test('every job and listener has a case, or a reason to have none', () => {
  const known = [...Object.keys(ALL_CASES), ...Object.keys(NOT_CHECKED)]
  expect(known.toSorted()).toEqual([...JOBS.keys()].toSorted())
})

test.each(Object.entries(ALL_CASES))(
  '%s is done as a whole or not at all',
  { tags: 'slow' },
  async (name, given) => {
    const { prepare, ...special } = typeof given === 'function' ? { prepare: given } : given
    const run: Prepare = async () => {
      const payload = await prepare(world)
      return () => runAlone(name, payload)
    }
    await checkCase({ world, watch }, 'why' in special ? { ...special, prepare: run } : run, name)
  },
)

/** With nothing else in the queue. */
async function runAlone(name: string, payload: object): Promise<void> {
  const { db, jobs } = world.app.atrium
  await sql`truncate pgboss.job`.execute(db)
  await jobs.send(db, JOBS.get(name) as Job<never, object>, payload)
  await jobs.drain()
}
