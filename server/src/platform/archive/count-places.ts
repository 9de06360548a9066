import type { ArchiveRow, Collection, CountsByPlace, Place } from './collection.ts'

/** Counts the rows of a batch by what they belong to. */
export function countPlaces(
  counts: CountsByPlace,
  { name, placeOf = namedPlace }: Collection,
  rows: readonly ArchiveRow<Record<string, unknown>>[],
): void {
  for (const { row } of rows) {
    const { workspace_id, app_id } = placeOf(row)
    const place: Place = workspace_id ? { workspace_id } : { app_id }
    if (!workspace_id && !app_id) continue
    const key = JSON.stringify(place)
    const known = counts.get(key) ?? { place, rows: {} }
    counts.set(key, known)
    known.rows[name] = (known.rows[name] ?? 0) + 1
  }
}

function namedPlace(row: Record<string, unknown>): Place {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return { workspace_id: text(row.workspace_id), app_id: text(row.app_id) ?? text(row.agent_id) }
}
