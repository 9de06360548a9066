import type { Db } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'

export interface Billing {
  workspace_id: string
  /** Nothing that costs money is begun. */
  billing_hold: boolean
  /** ISO 3166-1 alpha-2. */
  billing_country: string | null
}

const selectBilling = prepared<Billing>(
  'billing_of_app',
  `select w.id as workspace_id, w.billing_hold, w.billing_country
     from apps a join workspaces w on w.id = a.workspace_id
    where a.id = $1`,
)

/** Who pays for an app, also for one that is deleted and not yet gone; null when there is no such app. */
export async function billingOfApp(db: Db, appId: string): Promise<Billing | null> {
  const [row] = await selectBilling(db, [appId])
  return row ?? null
}
