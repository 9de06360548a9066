/** Tests that are started without a person. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { type FlowRow, testFlows } from '../tables.ts'

/** Those of a deleted app start nothing, also before they are deleted themselves. */
const STARTED = `select ${testFlows.columns('f')}
  from test_flows f join apps a on a.id = f.app_id and a.deleted_at is null`

// Those who ask for a run hold a share of the key of its test, so this keeps nobody waiting.
const dueFlow = prepared<FlowRow>(
  'test_flow_due',
  `${STARTED} where f.next_run_at <= $1 order by f.next_run_at limit 1 for no key update of f skip locked`,
)

const startedFlow = prepared<FlowRow>('test_flow_to_start', `${STARTED} where f.app_id = $1 and f.id = $2`)

const publishFlows = prepared<{ id: string }>(
  'test_flows_of_publishes',
  'select id from test_flows where app_id = $1 and on_publish order by id desc',
)

const setNext = prepared('test_flow_set_next', 'update test_flows set next_run_at = $2 where id = $1')

export const dueFlowStore = (db: Db) => ({
  /** One whose time has come, held until the transaction ends; those that another node holds are passed over. */
  async claimDue(now: Date): Promise<FlowRow | undefined> {
    const [row] = await dueFlow(db, [now])
    return row
  },
  async setNext(id: string, at: Date): Promise<void> {
    await setNext(db, [id, at])
  },
  async find(appId: string, id: string): Promise<FlowRow | undefined> {
    const [row] = await startedFlow(db, [appId, id])
    return row
  },
  /** Newest first; one by one they are read, since their steps may be long. */
  async idsOfPublishes(appId: string): Promise<string[]> {
    return (await publishFlows(db, [appId])).map(({ id }) => id)
  },
  /** What the work wrote is undone when it throws; what was written before stays. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    await sql`savepoint start_flow`.execute(db)
    try {
      const result = await work()
      await sql`release savepoint start_flow`.execute(db)
      return result
    } catch (failure) {
      await sql`rollback to savepoint start_flow`.execute(db)
      throw failure
    }
  },
})
