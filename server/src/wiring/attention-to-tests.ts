import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import { type FailingTest, failingTests } from '../modules/browser-tests/index.ts'
import type { Db } from '../platform/database/db.ts'

export const testTroubles = (db: Db): TroubleSource => ({
  kinds: ['test_failing'],
  need: 'viewer',
  list: async (scope) => (await failingTests(db, scope)).map(troubleOf),
})

function troubleOf(row: FailingTest): Trouble {
  const { flow_id, flow_name, execution_id, status, since, passed_id } = row
  return {
    kind: 'test_failing',
    severity: 'warning',
    app: row,
    subject: { type: 'test_run', id: execution_id, name: flow_name, parent_id: flow_id },
    detail: status === 'failed' ? 'The test failed.' : 'The test could not be carried out.',
    since,
    key: `${flow_id} ${passed_id}`,
  }
}
