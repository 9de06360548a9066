/**
 * How many apps and agents members own and share. The database counts them as apps and collaborators come in; where
 * the archive says a number itself, that number stands in the end.
 */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { insertNew } from '../../platform/database/insert-new.ts'

interface Counts {
  apps_owned?: number
  apps_shared?: number
  agents_owned?: number
  agents_shared?: number
}

interface NewMember {
  workspace_id: string
  email: string
  user_id: string | null
  /** What the archive says. */
  given: Counts
}

/** For members that this transaction added. */
export async function startCounts(tx: Db, members: readonly NewMember[]): Promise<void> {
  const saying = members.filter(({ given }) => numbersOf(given).some((number) => number !== null))
  await createGiven(tx)
  await insertNew(
    tx,
    'archive_member_counts',
    { workspace_id: 'text', email: 'text', counts: 'integer[]' },
    saying.map(({ workspace_id, email, given }) => ({ workspace_id, email, counts: numbersOf(given) })),
    ['email'],
  )
  const silent = members.filter(({ given }) => numbersOf(given).includes(null))
  await countOwn(
    tx,
    silent.flatMap(({ user_id }) => user_id ?? []),
  )
}

/** After all apps and collaborators. */
export async function setGivenCounts(tx: Db): Promise<void> {
  await createGiven(tx)
  while ((await setSomeGivenCounts(tx)) > 0);
}

const AT_ONCE = 50_000

async function setSomeGivenCounts(tx: Db): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with given as (
      delete from archive_member_counts where ctid = any(array(select ctid from archive_member_counts limit ${AT_ONCE}))
      returning *),
    counted as (
      update members m
         set apps_owned = coalesce(counts[1], m.apps_owned), apps_shared = coalesce(counts[2], m.apps_shared),
             agents_owned = coalesce(counts[3], m.agents_owned), agents_shared = coalesce(counts[4], m.agents_shared)
        from given
       where m.workspace_id = given.workspace_id and m.email = given.email
         and (m.apps_owned, m.apps_shared, m.agents_owned, m.agents_shared) is distinct from
             (coalesce(counts[1], m.apps_owned), coalesce(counts[2], m.apps_shared),
              coalesce(counts[3], m.agents_owned), coalesce(counts[4], m.agents_shared)))
    select count(*) as taken from given`.execute(tx)
  return rows[0]?.taken ?? 0
}

function numbersOf({ apps_owned, apps_shared, agents_owned, agents_shared }: Counts): (number | null)[] {
  return [apps_owned, apps_shared, agents_owned, agents_shared].map((number) => number ?? null)
}

async function createGiven(tx: Db): Promise<void> {
  await sql`create temporary table if not exists archive_member_counts (
    workspace_id text, email text, counts integer[], primary key (workspace_id, email)) on commit drop`.execute(
    tx,
  )
}

/** Their apps may have been there before them. */
async function countOwn(tx: Db, userIds: readonly string[]): Promise<void> {
  await sql`
    update members m
       set apps_owned = c.apps_owned, apps_shared = c.apps_shared,
           agents_owned = c.agents_owned, agents_shared = c.agents_shared
      from (select workspace_id, user_id,
                   count(*) filter (where kind = 'app' and is_owner) as apps_owned,
                   count(*) filter (where kind = 'app' and not is_owner) as apps_shared,
                   count(*) filter (where kind = 'agent' and is_owner) as agents_owned,
                   count(*) filter (where kind = 'agent' and not is_owner) as agents_shared
              from (select workspace_id, owner_id as user_id, kind, true as is_owner
                      from apps where owner_id = any(${userIds}) and deleted_at is null
                    union all
                    select a.workspace_id, s.user_id, a.kind, false
                      from collaborators s join apps a on a.id = s.app_id
                     where s.user_id = any(${userIds}) and a.owner_id <> s.user_id and a.deleted_at is null) as own
             group by workspace_id, user_id) as c
     where m.workspace_id = c.workspace_id and m.user_id = c.user_id and m.xmin = pg_current_xact_id()::xid`.execute(
    tx,
  )
}
