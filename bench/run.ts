/** Runs all benchmarks, or those named: `npm run bench -- session start`. Needs a machine that does nothing else. */
import { analyticsIngest } from './analytics-ingest.ts'
import { analyticsUsers } from './analytics-users.ts'
import { connectors } from './connectors.ts'
import { consoleFirst } from './console.ts'
import { consoleTasks } from './console-tasks.ts'
import { costlyLists } from './costly-lists.ts'
import { entities } from './entities.ts'
import { entitiesMillion } from './entities-million.ts'
import { folders } from './folders.ts'
import { functions } from './functions.ts'
import { functionsMany } from './functions-many.ts'
import { grid } from './grid.ts'
import { idempotency } from './idempotency.ts'
import { locations } from './locations.ts'
import { members } from './members.ts'
import { realtime } from './realtime.ts'
import { scans } from './scans.ts'
import { sdk } from './sdk.ts'
import { session } from './session.ts'
import { start } from './start.ts'
import { staticFiles } from './static-files.ts'
import { tests } from './tests.ts'
import { testsRecorded } from './tests-recorded.ts'
import { testsUnderstanding } from './tests-understanding.ts'
import { webhooksBacklog } from './webhooks-backlog.ts'
import { webhooksIsolation } from './webhooks-isolation.ts'
import { webhooksThroughput } from './webhooks-throughput.ts'
import { workflows } from './workflows.ts'
import { workflowsMany } from './workflows-many.ts'

const benchmarks: Record<string, () => Promise<void>> = {
  session,
  folders,
  members,
  entities,
  idempotency,
  'entities-million': entitiesMillion,
  'costly-lists': costlyLists,
  grid,
  'static-files': staticFiles,
  start,
  console: consoleFirst,
  realtime,
  'webhooks-throughput': webhooksThroughput,
  'webhooks-isolation': webhooksIsolation,
  'webhooks-backlog': webhooksBacklog,
  functions,
  'functions-many': functionsMany,
  workflows,
  'workflows-many': workflowsMany,
  connectors,
  'console-tasks': consoleTasks,
  locations,
  scans,
  'tests-recorded': testsRecorded,
  'tests-understanding': testsUnderstanding,
  tests,
  'analytics-ingest': analyticsIngest,
  'analytics-users': analyticsUsers,
  sdk,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`,
  )
  process.exit(1)
}
for (const [name, run] of Object.entries(benchmarks)) {
  if (named.length === 0 || named.includes(name)) await run()
}
