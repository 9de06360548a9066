import { NEAR_LIMIT } from '@atrium/contract/usage'
import { appsWithEvents, eventsOfWorkspace } from '../modules/analytics/index.ts'
import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { appsWithRecords, recordsOfWorkspace } from '../modules/entities/index.ts'
import type { Db } from '../platform/database/db.ts'
import { monthOf } from '../tenancy/credits/month.ts'
import type { AppOfRow, AppScope } from '../tenancy/index.ts'
import { creditsOfWorkspace } from '../tenancy/members/trouble-store.ts'
import { modelUsageStore } from '../tenancy/model-usage/usage-store.ts'
import { createQuotas } from '../tenancy/quotas/quotas.ts'
import type { QuotaLimits, QuotaName } from '../tenancy/quotas/usual-quotas.ts'

const CENT_MICROS = 10_000

type CountedName = QuotaName | 'workspace.credits_a_month'

/** For admins, because only they and the operator can do something about it. */
export function quotaTroubles(db: Db, usual: QuotaLimits | null): TroubleSource {
  const quotas = createQuotas({ db, usual })
  return {
    kinds: ['quota_nearly_used'],
    need: 'admin',
    async list(scope) {
      const limits = await quotas.ofWorkspace(scope.workspace_id)
      const parts = limits ? [ofApps(db, scope, limits), ofAllApps(db, scope, limits)] : []
      const found = await Promise.all([...parts, ofCredits(db, scope)])
      return found.flat().slice(0, scope.limit)
    },
  }
}

async function ofApps(db: Db, scope: AppScope, limits: QuotaLimits): Promise<Trouble[]> {
  const day = dayOf(scope.now)
  const least = (name: QuotaName) => Math.ceil(limits[name] * NEAR_LIMIT)
  const withRecords = await appsWithRecords(db, scope, {
    records: least('app.records'),
    bytes: least('app.record_bytes'),
  })
  const withEvents = await appsWithEvents(db, scope, day, {
    events: least('app.events_a_day'),
    anonymous: least('app.anonymous_events_a_day'),
  })
  return [
    ...withRecords.flatMap((app) => [
      ...nearly(app, 'app.records', app.records, limits, ''),
      ...nearly(app, 'app.record_bytes', app.bytes, limits, ''),
    ]),
    ...withEvents.flatMap((app) => [
      ...nearly(app, 'app.events_a_day', app.events, limits, day),
      ...nearly(app, 'app.anonymous_events_a_day', app.anonymous, limits, day),
    ]),
  ]
}

async function ofAllApps(db: Db, scope: AppScope, limits: QuotaLimits): Promise<Trouble[]> {
  if (scope.app_ids !== null) return []
  const { workspace_id, now } = scope
  const day = dayOf(now)
  const records = await recordsOfWorkspace(db, workspace_id)
  const events = await eventsOfWorkspace(db, workspace_id, day)
  const model = await modelUsageStore(db).usedSince(workspace_id, new Date(`${day}T00:00:00Z`))
  const of = (name: QuotaName, used: number | undefined, period: string) =>
    nearly(null, name, used ?? 0, limits, period)
  return [
    ...of('workspace.records', records['workspace.records'], ''),
    ...of('workspace.record_bytes', records['workspace.record_bytes'], ''),
    ...of('workspace.events_a_day', events['workspace.events_a_day'], day),
    ...of('workspace.model_tokens_a_day', model.tokens, day),
    ...of('workspace.model_cents_a_day', model.cost_micros / CENT_MICROS, day),
  ]
}

async function ofCredits(db: Db, scope: AppScope): Promise<Trouble[]> {
  const credits = scope.app_ids === null ? await creditsOfWorkspace(db, scope) : null
  if (!credits) return []
  const { credits_used, monthly_limit } = credits
  const limits = { 'workspace.credits_a_month': monthly_limit }
  return nearly(null, 'workspace.credits_a_month', credits_used, limits, monthOf(scope.now))
}

/** Nothing while there is room; `period` is the day or month that is counted. */
function nearly<Name extends CountedName>(
  app: AppOfRow | null,
  name: Name,
  used: number,
  limits: Record<Name, number>,
  period: string,
): Trouble[] {
  const limit = limits[name]
  // What costs nothing uses nothing up, even where nothing is allowed.
  if (used <= 0 || used < limit * NEAR_LIMIT) return []
  const isUsed = used >= limit
  return [
    {
      kind: 'quota_nearly_used',
      severity: isUsed ? 'critical' : 'warning',
      app,
      subject: { type: 'quota', id: name, name: WORDS[name] },
      detail: `${isUsed ? 'Used up' : 'Nearly used up'}: ${shown(name, used)} of ${shown(name, limit)}.`,
      since: period === '' ? null : new Date(`${period}T00:00:00Z`),
      key: `${name} ${period} ${limit} ${isUsed ? 'used' : 'nearly'}`,
    },
  ]
}

const WORDS: Record<CountedName, string> = {
  'app.records': 'Records of the app',
  'app.record_bytes': 'Size of the records of the app',
  'app.events_a_day': 'Events of the app today',
  'app.anonymous_events_a_day': 'Events of visitors of the app today',
  'app.anonymous_records_a_day': 'Records by visitors of the app today',
  'app.anonymous_record_bytes_a_day': 'Size of records by visitors of the app today',
  'address.anonymous_records_a_day': 'Records by one address today',
  'address.anonymous_record_bytes_a_day': 'Size of records by one address today',
  'workspace.records': 'Records of all apps',
  'workspace.record_bytes': 'Size of the records of all apps',
  'workspace.events_a_day': 'Events of all apps today',
  'workspace.model_tokens_a_day': 'Tokens of the language model today',
  'workspace.model_cents_a_day': 'Cost of the language model today',
  'workspace.credits_a_month': 'Credits of this month',
}

function shown(name: CountedName, value: number): string {
  const megabytes = name.endsWith('_bytes')
  const text = Math.floor(megabytes ? value / 2 ** 20 : value).toLocaleString('en-US')
  return megabytes ? `${text} MiB` : name.includes('cents') ? `${text} cents` : text
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
