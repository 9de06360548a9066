/** Advertising without a server around it: use cases called directly, background work run when a test says so. */

import type { Clock } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Job } from '../../../../platform/jobs/job.ts'
import { createLog } from '../../../../platform/log.ts'
import type { AdPlatform } from '../../../../ports/ad-platform/port.ts'
import { createAudit } from '../../../../tenancy/audit/record.ts'
import type { App, Caller } from '../../../../tenancy/index.ts'
import type { Deps } from '../../deps.ts'

export interface AdsNode {
  deps: Deps
  caller: Caller
  /** Runs what is due; what throws is as good as not run, since every job may be repeated. */
  work(): Promise<void>
}

interface Waiting {
  job: Job<never, never>
  payload: unknown
  due: Date
  key: string | undefined
}

export function createAdsNode(options: { db: Db; clock: Clock; adPlatform: AdPlatform; app: App }): AdsNode {
  const { db, clock, adPlatform, app } = options
  const waiting: Waiting[] = []
  const log = createLog('silent')
  const due = () => waiting.findIndex((one) => one.due <= clock.now())
  const known = {
    ...{ db, clock, log, adPlatform },
    audit: createAudit(clock),
    access: { app: async () => app },
    payments: {
      cardOf: async () => ({ kind: 'card', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099 }),
    },
    locations: { find: async (names: readonly string[]) => names.map(() => ({ country_code: 'US' })) },
    jobs: {
      async send(_: Db, job: Job<never, never>, payload: unknown, { after = 0, key }: SendOptions = {}) {
        const at = typeof after === 'number' ? new Date(clock.now().getTime() + after * 1000) : after
        const same = waiting.find((one) => key !== undefined && one.key === key && one.job === job)
        if (!same) waiting.push({ job, payload, due: at, key })
        else if (at < same.due) same.due = at
      },
    },
    baseUrl: () => 'https://atrium.example.com',
  }
  // Only what launching and changing campaigns stands on.
  const deps = known as unknown as Deps
  return {
    deps,
    caller: CALLER,
    async work() {
      for (let at = due(), ran = 0; at !== -1 && ran < MOST_JOBS; at = due(), ran++) {
        const [one] = waiting.splice(at, 1)
        if (one) await runJob(deps, one).catch(() => {})
      }
    },
  }
}

/** What runs no job from here on: its own are found by others. */
const MOST_JOBS = 100

interface SendOptions {
  after?: number | Date
  key?: string
}

async function runJob(deps: Deps, { job, payload }: Waiting): Promise<void> {
  const run = job.run as (deps: Deps, payload: unknown, context: object) => Promise<void>
  await run(deps, payload, { attempt: 1, signal: new AbortController().signal })
}

const CALLER = {
  kind: 'personal_token',
  credential_id: 'tok_1',
  user: { id: 'usr_1', email: 'someone@example.com', full_name: 'Someone' },
  workspace_id: null,
  app_ids: null,
  default_workspace_id: null,
  address: '127.0.0.1',
  request_id: 'req_1',
} as unknown as Caller
