import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'

export interface Sighting {
  workspace_id: string
  user_id: string
  last_seen: Date
}

// In the order of the key, so that two nodes never wait for each other. Other nodes see people too, hence the minute
// here. Only members: somebody may have left since.
const upsertSightings = prepared(
  'note_last_seen',
  `insert into member_activity (workspace_id, user_id, last_seen)
   select m.workspace_id, m.user_id, max(seen.at)
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as seen (workspace_id, user_id, at)
     join members m on m.workspace_id = seen.workspace_id and m.user_id = seen.user_id
    group by m.workspace_id, m.user_id
    order by m.workspace_id, m.user_id
   on conflict (workspace_id, user_id) do update set last_seen = excluded.last_seen, changed = true
    where member_activity.last_seen is null
       or member_activity.last_seen <= excluded.last_seen - interval '1 minute'`,
)

export async function writeSightings(db: Db, sightings: readonly Sighting[]): Promise<void> {
  await upsertSightings(db, [
    sightings.map(({ workspace_id }) => workspace_id),
    sightings.map(({ user_id }) => user_id),
    sightings.map(({ last_seen }) => last_seen),
  ])
}
