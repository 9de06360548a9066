import type { Db } from '../../platform/database/db.ts'
import type { AppRow } from '../access/store.ts'
import { type AppChanges, appStore } from './store.ts'

/** The app as it is, held until the end of the transaction; null when it is gone. */
export async function holdApp(tx: Db, appId: string): Promise<AppRow | null> {
  return (await appStore(tx).lock(appId)) ?? null
}

/** For parts that keep more of an app than its row; they record it in the audit log, and invalidate what access has cached. */
export async function changeHeldApp(tx: Db, app: AppRow, changes: AppChanges, now: Date): Promise<AppRow> {
  // Always later than before, so that nobody takes the new state for the one they read.
  const updated_date = new Date(Math.max(now.getTime(), app.updated_date.getTime() + 1))
  await appStore(tx).update(app.id, { ...changes, updated_date })
  return { ...app, ...changes, updated_date }
}
