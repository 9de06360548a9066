import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type AutomationRow, functionAutomations } from '../tables.ts'

type Tables = { function_automations: AutomationRow }

const entityAutomations = prepared<AutomationRow>(
  'entity_automations',
  `select ${functionAutomations.columns('m')} from function_automations m
    where m.app_id = $1 and m.type = 'entity' order by m.id`,
)

export const automationStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  return {
    async listOf(appId: string, name: string): Promise<AutomationRow[]> {
      return q
        .selectFrom('function_automations')
        .selectAll()
        .where('app_id', '=', appId)
        .where('function_name', '=', name)
        .orderBy('id')
        .execute()
    },
    async listOfEntities(appId: string): Promise<AutomationRow[]> {
      return entityAutomations(db, [appId])
    },
    async insert(rows: readonly AutomationRow[]): Promise<void> {
      await functionAutomations.insertNew(db, rows)
    },
    async delete(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await q.deleteFrom('function_automations').where('id', 'in', ids).execute()
    },
    async exists(id: string): Promise<boolean> {
      const found = await q
        .selectFrom('function_automations')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
      return found !== undefined
    },
    /** Some whose time has come, held until the transaction ends; those that another node holds are passed over. */
    async claimDue(now: Date, limit: number): Promise<AutomationRow[]> {
      return q
        .selectFrom('function_automations')
        .selectAll()
        .where('next_run_at', '<=', now)
        .orderBy('next_run_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
    },
    async setNext(id: string, next_run_at: Date): Promise<void> {
      await q.updateTable('function_automations').set({ next_run_at }).where('id', '=', id).execute()
    },
  }
}
