import type { CreditUse } from '../../../tenancy/index.ts'
import type { TestRunRow } from '../tables.ts'

/** A run costs credits under its own id. */
export function creditUseOf(
  { id, app_id, paid_by_id }: Pick<TestRunRow, 'id' | 'app_id' | 'paid_by_id'>,
  workspace_id: string,
): CreditUse {
  return { key: id, workspace_id, user_id: paid_by_id ?? '', app_id, kind: 'test_run' }
}
