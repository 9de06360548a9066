import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type DeploymentRow, type FunctionRow, functionDeployments } from '../tables.ts'

type Tables = { functions: FunctionRow; function_deployments: DeploymentRow }

/** As much of a function as a call needs. */
export interface ActiveFunction {
  app_id: string
  name: string
  deployment_id: string
  access: DeploymentRow['access']
}

const activeFunction = prepared<ActiveFunction>(
  'active_function',
  `select f.app_id, f.name, f.deployment_id, d.access
     from functions f
     join function_deployments d on d.id = f.deployment_id
     join apps a on a.id = f.app_id and a.deleted_at is null
    where f.app_id = $1 and f.name = $2`,
)

const activeFunctions = prepared<ActiveFunction>(
  'active_functions',
  `select f.app_id, f.name, f.deployment_id, d.access
     from functions f
     join function_deployments d on d.id = f.deployment_id
     join apps a on a.id = f.app_id and a.deleted_at is null
    where f.app_id = $1`,
)

/** A function with what its active deployment holds. */
export type DeployedFunction = FunctionRow & Omit<DeploymentRow, 'id' | 'app_id' | 'script'>

interface ListedDeployment
  extends Pick<DeploymentRow, 'id' | 'entry' | 'automations' | 'access' | 'created_by' | 'created_date'> {
  files: { path: string; size: number }[]
}

export const deploymentStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const active = (appId: string) =>
    q
      .selectFrom('functions as f')
      .innerJoin('function_deployments as d', 'd.id', 'f.deployment_id')
      .select(['f.app_id', 'f.name', 'f.deployment_id', 'f.created_date', 'f.updated_date'])
      .select([
        'd.function_name',
        'd.entry',
        'd.files',
        'd.bytes',
        'd.automations',
        'd.access',
        'd.created_by',
      ])
      .where('f.app_id', '=', appId)
  return {
    async findActive(appId: string, name: string): Promise<ActiveFunction | undefined> {
      const [row] = await activeFunction(db, [appId, name])
      return row
    },
    async listActive(appId: string): Promise<ActiveFunction[]> {
      return activeFunctions(db, [appId])
    },
    /** By name. */
    async list(appId: string): Promise<DeployedFunction[]> {
      return active(appId).orderBy('f.name').execute()
    },
    async find(appId: string, name: string): Promise<DeployedFunction | undefined> {
      return active(appId).where('f.name', '=', name).executeTakeFirst()
    },
    /** Makes the deployments of an app wait for each other, and says what the others have. */
    async lockAndMeasure(appId: string, name: string): Promise<{ functions: number; bytes: number }> {
      await sql`select pg_advisory_xact_lock(hashtextextended('functions ' || ${appId}, 0))`.execute(db)
      return q
        .selectFrom('functions as f')
        .innerJoin('function_deployments as d', 'd.id', 'f.deployment_id')
        .select(sql<number>`count(*)::integer`.as('functions'))
        .select(sql<number>`coalesce(sum(d.bytes), 0)::integer`.as('bytes'))
        .where('f.app_id', '=', appId)
        .where('f.name', '<>', name)
        .executeTakeFirstOrThrow()
    },
    async lock(appId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('functions ' || ${appId}, 0))`.execute(db)
    },
    async activate(row: FunctionRow): Promise<void> {
      const { deployment_id, updated_date } = row
      await q
        .insertInto('functions')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'name']).doUpdateSet({ deployment_id, updated_date }),
        )
        .execute()
    },
    async insert(row: DeploymentRow): Promise<void> {
      await functionDeployments.insertNew(db, [row])
    },
    /** Newest first, without the code. */
    async listDeployments(appId: string, name: string): Promise<ListedDeployment[]> {
      return q
        .selectFrom('function_deployments')
        .select(['id', 'entry', 'automations', 'access', 'created_by', 'created_date'])
        .select(
          sql<ListedDeployment['files']>`
            (select json_agg(json_build_object('path', f ->> 'path', 'size', octet_length(f ->> 'content')))
               from json_array_elements(files) f)`.as('files'),
        )
        .where('app_id', '=', appId)
        .where('function_name', '=', name)
        .orderBy('id', 'desc')
        .execute()
    },
    async findDeployment(appId: string, name: string, id: string): Promise<DeploymentRow | undefined> {
      return q
        .selectFrom('function_deployments')
        .selectAll()
        .where('app_id', '=', appId)
        .where('function_name', '=', name)
        .where('id', '=', id)
        .executeTakeFirst()
    },
    async saveScript(id: string, script: string): Promise<void> {
      await q.updateTable('function_deployments').set({ script }).where('id', '=', id).execute()
    },
    /** Keeps the newest ones, and the active one wherever it stands. */
    async deleteOld(appId: string, name: string, kept: number): Promise<void> {
      await sql`
        delete from function_deployments d using functions f
         where f.app_id = ${appId} and f.name = ${name} and d.app_id = f.app_id and d.function_name = f.name
           and d.id <> f.deployment_id
           and d.id not in (select id from function_deployments
                             where app_id = ${appId} and function_name = ${name} order by id desc limit ${kept})`.execute(
        db,
      )
    },
    async delete(appId: string, name: string): Promise<boolean> {
      const { numDeletedRows } = await q
        .deleteFrom('functions')
        .where('app_id', '=', appId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
    async deleteOf(appId: string): Promise<void> {
      await q.deleteFrom('functions').where('app_id', '=', appId).execute()
    },
  }
}
