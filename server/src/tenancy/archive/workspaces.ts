import { Id, Nullable, OneOf, Plan } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { collection } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { insertNew } from '../../platform/archive/store-rows.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import { QUOTA_NAMES } from '../quotas/quota-names.ts'
import { recordImport } from './record-import.ts'
import { inScope } from './scope.ts'

const Credits = Nullable(Type.Number({ minimum: 0 }))

const Workspace = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  plan: Type.Optional(Plan),
  monthly_limit: Type.Optional(Credits),
  default_member_credit_limit: Type.Optional(Credits),
  billing_hold: Type.Optional(Type.Boolean()),
  billing_country: Type.Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
  payment_method: Type.Optional(OneOf(['ok', 'none', 'unreachable'])),
  rate_limits: Type.Optional(
    Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Requests per minute by operation, where they differ from the usual limit',
    }),
  ),
  quotas: Type.Optional(
    Type.Object(
      Object.fromEntries(QUOTA_NAMES.map((name) => [name, Type.Optional(Type.Integer({ minimum: 0 }))])),
      { additionalProperties: false, description: 'How much it may have, where it differs from the usual' },
    ),
  ),
  created_date: Type.Optional(ArchiveTime),
})

const COLUMNS = {
  id: 'text',
  name: 'text',
  plan: 'text',
  monthly_limit: 'numeric',
  default_member_credit_limit: 'numeric',
  billing_hold: 'boolean',
  billing_country: 'text',
  payment_method: 'text',
  rate_limits: 'jsonb',
  quotas: 'jsonb',
  created_date: 'timestamptz',
}
type WorkspaceRow = { [Column in keyof typeof COLUMNS]: unknown } & { id: string }

export const workspaces = collection({
  name: 'workspaces',
  after: [],
  row: Workspace,
  key: ({ id }) => [id],
  placeOf: ({ id }) => ({ workspace_id: id }),
  conclude: recordImport,
  async import(tx, rows, { now }) {
    const added = await insertNew(
      tx,
      'workspaces',
      COLUMNS,
      rows.map(({ row }) => ({
        id: row.id,
        name: row.name,
        plan: row.plan ?? 'free',
        monthly_limit: row.monthly_limit,
        default_member_credit_limit: row.default_member_credit_limit,
        billing_hold: row.billing_hold ?? false,
        billing_country: row.billing_country,
        payment_method: row.payment_method ?? 'ok',
        rate_limits: row.rate_limits ?? {},
        quotas: row.quotas ?? {},
        created_date: readTime(row.created_date ?? 'now', now),
      })),
      'id',
    )
    return added.length
  },
  async finish(tx, { log }) {
    const { rows } = await sql<{ id: string }>`select id from workspaces where not exists
      (select from members where workspace_id = workspaces.id and role = 'owner' and status = 'joined')`.execute(
      tx,
    )
    for (const { id } of rows) log.warn({ workspace_id: id }, `the workspace ${id} has no owner`)
  },
  export: (db, scope) =>
    byKey<WorkspaceRow>(async (after, limit) => {
      const { rows } = await sql<WorkspaceRow>`
        select id, name, plan, monthly_limit, default_member_credit_limit, billing_hold, billing_country,
          payment_method, rate_limits, quotas, created_date
        from workspaces
        where id > ${after?.id ?? ''} and ${inScope(scope, 'workspaces.id')}
        order by id limit ${limit}`.execute(db)
      return rows
    }),
})
