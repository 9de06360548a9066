import type { Db } from '../../../platform/database/db.ts'
import type { Step } from './held-run.ts'
import { requireSize } from './journal.ts'

/**
 * Does something of our own, and stores what it gave in the transaction that does it: either both are there or neither.
 * A step that is still running and has an output was done, so it is not done again. The row says so only after the
 * commit, because a flush of another branch could store it before.
 */
export async function withOutput(
  { held, row }: Step,
  work: (alongside: (tx: Db, output: unknown) => Promise<void>) => Promise<void>,
): Promise<unknown> {
  await held.journal.flush()
  let given: unknown = null
  await work(async (tx, output) => {
    requireSize(output)
    given = output
    await held.storeIn(tx, [{ ...row, output }])
  })
  row.output = given
  return given
}
