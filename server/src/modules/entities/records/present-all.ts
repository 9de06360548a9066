import { setImmediate as othersTurn } from 'node:timers/promises'

/** Rows, and bytes of them, that are presented between two turns of others. */
const AT_ONCE = { rows: 500, bytes: 512 * 1024 }

/** Presents the rows of a long list: some milliseconds at a stretch. */
export async function presentAll<Row extends { bytes: number }, Presented>(
  rows: readonly Row[],
  present: (row: Row) => Presented,
): Promise<Presented[]> {
  const presented: Presented[] = []
  let [count, bytes] = [0, 0]
  for (const row of rows) {
    presented.push(present(row))
    bytes += row.bytes
    if (++count < AT_ONCE.rows && bytes < AT_ONCE.bytes) continue
    await othersTurn()
    count = 0
    bytes = 0
  }
  return presented
}
