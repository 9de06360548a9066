/** Troubles of every kind, straight in the tables: how each begins, how it ends, and how it comes again. */

import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { makeId } from '../../../platform/ids.ts'
import { makeFinding, storeResult } from '../../scans/test/scan-scene.ts'
import { makeWorkflow } from '../../workflows/test/workflow-rows.ts'

/** One trouble. What has ended can begin another time. */
export interface TroubleScript {
  begin(): Promise<void>
  end(): Promise<void>
}

export type MakeTrouble = (app: TestApp, owner: Person, appId: string) => Promise<TroubleScript>

const ERROR = JSON.stringify({
  message: 'The endpoint answered 500.',
  attempted_at: '2026-11-17T10:00:00.000Z',
  status_code: 500,
  response_body: '',
  error_type: null,
})

export async function makeWebhook(app: TestApp, appId: string, url = 'https://hooks.example.com/T0/secret') {
  const id = makeId('whk')
  await app.sql`
    insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
    values (${id}, ${appId}, 'app', ${url}, ${['entity.created']}, ${app.clock.now()}, ${app.clock.now()})`
  const well = async () => {
    await app.sql`
      update webhooks set consecutive_failures = 0, failing_since = null, disabled_at = null where id = ${id}`
  }
  return {
    id,
    well,
    async fail(times = 3) {
      const now = app.clock.now()
      app.clock.move(1)
      await app.sql`
        update webhooks set consecutive_failures = ${times}, last_error = ${ERROR}::jsonb,
               failing_since = coalesce(failing_since, ${now}), disabled_at = ${times === 20 ? now : null}
         where id = ${id}`
    },
  }
}

/** An access token that ends in so many days. */
export async function makeEndingToken(app: TestApp, owner: Person, days: number) {
  const expires_at = new Date(app.clock.now().getTime() + days * 86_400_000)
  return app.make.token(owner, { name: 'build server', expires_at })
}

export const makeTrouble: Record<string, MakeTrouble> = {
  webhook_disabled: async (app, _owner, appId) => {
    const webhook = await makeWebhook(app, appId)
    return { begin: () => webhook.fail(20), end: webhook.well }
  },
  webhook_failing: async (app, _owner, appId) => {
    const webhook = await makeWebhook(app, appId)
    return { begin: () => webhook.fail(3), end: webhook.well }
  },
  run_failed: async (app, _owner, appId) => {
    const workflow = await makeWorkflow(app, appId)
    return {
      begin: async () => void (await workflow.run()),
      end: async () => void (await workflow.run({ status: 'completed', error: null })),
    }
  },
  decision_waiting: async (app, _owner, appId) => {
    const workflow = await makeWorkflow(app, appId)
    return {
      async begin() {
        const step = {
          id: 'ask',
          name: 'ask',
          type: 'listen',
          status: 'waiting' as const,
          completed_at: null,
        }
        await workflow.run({ status: 'running', error: null, completed_at: null }, [
          { ...step, listens_to: 'approval', input: {} },
        ])
      },
      async end() {
        await app.sql`update workflow_run_steps set status = 'completed' where app_id = ${appId}`
      },
    }
  },
  automation_failed: async (app, _owner, appId) => {
    const now = app.clock.now()
    await app.sql`
      insert into functions (app_id, name, deployment_id, created_date, updated_date)
      values (${appId}, 'sync', 'dep_1', ${now}, ${now})`
    const run = async (status: string) => {
      const at = app.clock.now()
      app.clock.move(1)
      await app.sql`
        insert into automation_runs
          (id, app_id, function_name, automation_id, automation, payload, status, attempts, error, created_date, ended_at)
        values (${makeId('arn', at)}, ${appId}, 'sync', 'aut_1', '{}'::jsonb, '{}'::json, ${status}, 1,
                ${status === 'failed' ? 'It threw.' : null}, ${at}, ${at})`
    }
    return { begin: () => run('failed'), end: () => run('succeeded') }
  },
  finding_critical: async (app, _owner, appId) => {
    const finding = makeFinding('hardcoded_secrets', { severity: 'critical', title: 'A key in the code' })
    return {
      begin: async () => {
        app.clock.move(1)
        await storeResult(app, appId, { hardcoded_secrets: [finding] })
      },
      end: async () => void (await storeResult(app, appId)),
    }
  },
  connection_expired: async (app, _owner, appId) => {
    const now = app.clock.now()
    await app.sql`
      insert into connections (id, app_id, integration_type, status, scopes, connection_config, captured, credentials,
                               connected_at, created_date, updated_date)
      values (${makeId('con')}, ${appId}, 'slack', 'active', '{}', '{}'::jsonb, '{}'::jsonb, 'sealed', ${now}, ${now},
              ${now})`
    const set = async (status: string) => {
      app.clock.move(1)
      const at = app.clock.now()
      await app.sql`
        update connections set status = ${status}, updated_date = ${at},
               connected_at = case when ${status} = 'active' then ${at} else connected_at end
         where app_id = ${appId}`
    }
    return { begin: () => set('expired'), end: () => set('active') }
  },
  session_needs_input: async (app, owner, appId) => {
    const now = app.clock.now()
    const id = makeId('cds', now)
    await app.sql`
      insert into coding_sessions (id, app_id, user_id, state, title, prompt, provider, repository_full_name, base_branch,
                                   plan, created_date, updated_date)
      values (${id}, ${appId}, ${owner.id}, 'running', 'Fix the header', 'Fix it', 'local', 'a/b', 'main', '[]'::jsonb,
              ${now}, ${now})`
    return {
      async begin() {
        app.clock.move(1)
        const at = app.clock.now()
        const request = makeId('inq', at)
        await app.sql`
          insert into coding_input_requests (id, session_id, kind, prompt, questions, created_at, expires_at)
          values (${request}, ${id}, 'question', 'Which?', '[]'::json, ${at}, ${new Date(at.getTime() + 86_400_000)})`
        await app.sql`update coding_sessions set state = 'needs_input', input_request_id = ${request} where id = ${id}`
      },
      async end() {
        await app.sql`update coding_sessions set state = 'running', input_request_id = null where id = ${id}`
      },
    }
  },
  test_failing: async (app, _owner, appId) => {
    const now = app.clock.now()
    const flow = makeId('flw', now)
    await app.sql`
      insert into test_flows (id, app_id, name, goal, steps, allowed_hosts, on_publish, timeout_seconds, created_date,
                              updated_date)
      values (${flow}, ${appId}, 'Order a table', 'Order', '[]'::json, '[]'::jsonb, false, 60, ${now}, ${now})`
    const run = async (status: string) => {
      app.clock.move(1)
      const at = app.clock.now()
      await app.sql`
        insert into test_executions (id, app_id, flow_id, flow_name, flow, status, trigger, created_date, started_at,
                                     completed_at)
        values (${makeId('exe', at)}, ${appId}, ${flow}, 'Order a table', '{}'::json, ${status}, 'manual', ${at}, ${at},
                ${at})`
    }
    return { begin: () => run('failed'), end: () => run('passed') }
  },
  campaign_limited: async (app, _owner, appId) => {
    const account = await makeAdAccount(app, appId)
    const now = app.clock.now()
    await app.sql`
      insert into ad_campaigns (id, app_id, account_id, platform_campaign_id, reference, campaign_type, campaign_name,
                                status, settings, review_status, serving_status, primary_status, learning_ends_at,
                                created_date, updated_date)
      values (${makeId('cmp')}, ${appId}, ${account}, ${makeId('p')}, ${makeId('r')}, 'SMART', 'Oak tables', 'ENABLED',
              '{}'::jsonb, 'REVIEWED', 'SERVING', 'ELIGIBLE', ${now}, ${now}, ${now})`
    let budget = 0
    const set = async (status: string, reasons: readonly string[]) => {
      await app.sql`
        update ad_campaigns set primary_status = ${status}, primary_status_reasons = ${reasons} where app_id = ${appId}`
    }
    // The platform says why; another reason is another trouble.
    return {
      begin: () => set('LIMITED', [`BUDGET_CONSTRAINED${budget++ === 0 ? '' : '_AGAIN'}`]),
      end: () => set('ELIGIBLE', []),
    }
  },
  ad_account_held: async (app, _owner, appId) => {
    await makeAdAccount(app, appId)
    const states = ['BILLING_HOLD', 'SUSPENDED']
    const set = async (status: string) => {
      await app.sql`update ad_accounts set status = ${status} where app_id = ${appId}`
    }
    return { begin: () => set(states.shift() ?? 'SUSPENDED'), end: () => set('ACTIVE') }
  },
  terms_unaccepted: async (app, _owner, appId) => ({
    begin: async () => {
      await makeAdAccount(app, appId)
      await app.sql`update ad_accounts set terms_accepted_date = null where app_id = ${appId}`
    },
    // Another account has terms of its own.
    end: async () => void (await app.sql`delete from ad_accounts where app_id = ${appId}`),
  }),
  domain_unverified: async (app, _owner, appId) => {
    const now = app.clock.now()
    await app.sql`
      insert into sites (app_id, label, last_number, created_date)
      values (${appId}, ${appId.toLowerCase().replaceAll('_', '-')}, 0, ${now})`
    return {
      begin: async () =>
        void (await app.sql`
          insert into site_domains (id, app_id, domain, proof, created_date)
          values (${makeId('dom')}, ${appId}, 'tables.example.com', 'proof', ${app.clock.now()})`),
      end: async () => void (await app.sql`delete from site_domains where app_id = ${appId}`),
    }
  },
  member_at_limit: async (app, owner) => {
    const member = await app.make.person('editor', { id: owner.workspace_id }, { credit_limit: 5 })
    await app.make.activity(member, { credits_used: 1, last_active: app.clock.now() })
    let used = 0
    return {
      begin: async () => {
        used += 5
        await app.sql`update member_activity set credits_used = ${used} where user_id = ${member.id}`
      },
      end: async () =>
        void (await app.sql`update members set credit_limit = ${used + 5} where user_id = ${member.id}`),
    }
  },
  token_expiring: async (app, owner) => ({
    begin: async () => void (await makeEndingToken(app, owner, 3)),
    end: async () =>
      void (await app.sql`delete from credentials where user_id = ${owner.id} and name = 'build server'`),
  }),
  backup_old: async (app) => {
    const add = async (status: string, at: Date) => {
      await app.sql`
        insert into backups (id, kind, status, started_at, completed_at)
        values (${makeId('bak')}, 'copy', ${status}, ${at}, ${at})`
    }
    const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000)
    await add('completed', daysAgo(0))
    return {
      begin: async () => app.clock.move(3 * 86_400),
      end: () => add('completed', daysAgo(0)),
    }
  },
  quota_nearly_used: async (app, owner, appId) => {
    const set = async (records: number) => {
      await app.sql`
        insert into record_usage (app_id, workspace_id, records, bytes)
        values (${appId}, ${owner.workspace_id}, ${records}, 0)
        on conflict (app_id) do update set records = excluded.records`
    }
    const amounts = [950, 1000]
    return { begin: () => set(amounts.shift() ?? 1000), end: () => set(10) }
  },
}

async function makeAdAccount(app: TestApp, appId: string): Promise<string> {
  const id = makeId('acc')
  const now = app.clock.now()
  await app.sql`
    insert into ad_accounts (id, app_id, platform, reference, status, account_name, currency_code, timezone,
                             platform_customer_id, terms_accepted_date, created_date, updated_date)
    values (${id}, ${appId}, 'sandbox', ${makeId('ref')}, 'ACTIVE', 'Northern Tables', 'USD', 'UTC', '1234567890', ${now},
            ${now}, ${now})`
  return id
}
