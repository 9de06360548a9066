import type { Db } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'

const paymentMethod = prepared<{ payment_method: 'ok' | 'none' | 'unreachable' }>(
  'workspace_payment_method',
  'select payment_method from workspaces where id = $1',
)

/** How a workspace is set to pay where no provider is asked; null when there is no such workspace. */
export async function paymentMethodOf(db: Db, workspaceId: string) {
  const [row] = await paymentMethod(db, [workspaceId])
  return row?.payment_method ?? null
}
