/** Members in numbers: invented people of several scripts, most of them joined, a third of them active. */
import type { Client } from 'pg'

const BATCH = 50_000

/** The indexes are made afterwards, which takes a tenth of the time. */
export async function fillMembers(
  client: Client,
  workspaces: readonly { id: string; members: number }[],
): Promise<void> {
  await client.query("set maintenance_work_mem = '512MB'")
  const { rows } = await client.query(LIST_INDEXES)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  let first = 1
  for (const { id, members } of workspaces) {
    await client.query("insert into workspaces (id, name, plan) values ($1, 'Bench', 'business')", [id])
    for (const last = first + members; first < last; first += BATCH) {
      const batch = [first, Math.min(first + BATCH, last) - 1]
      await client.query(ADD_USERS, batch)
      await client.query(ADD_MEMBERS, [...batch, id])
    }
    first = Math.ceil(first / BATCH) * BATCH
  }
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

const LIST_INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
   where i.indrelid in ('members'::regclass, 'member_search'::regclass) and not i.indisunique`

const ADD_USERS = `
  insert into users (id, email) select 'usr_' || n, n || '@users.example' from generate_series($1::int, $2::int) n`

const words = (...list: string[]) => `array[${list.map((word) => `'${word}'`).join(', ')}]`
const FIRST = words(
  'Anna',
  'Bert',
  'Clara',
  'David',
  'Elena',
  'Frank',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Klara',
)
const LAST = words(
  'Smith',
  'Jones',
  'Miller',
  'Lopez',
  'Garcia',
  'Brown',
  'Davis',
  'Moore',
  'Taylor',
  'White',
)
const OTHER_FIRST = words('Ольга', 'Иван', '林', '美', 'Γιώργος', 'Ζωή', 'محمد')
const OTHER_LAST = words('Иванова', 'Петров', '小明', '花子', 'Παπαδόπουλος', 'علي')
const DOMAINS = words('example.com', 'company.example', 'mail.example.org', 'corp.example.net')
const ROLES = words('admin', 'editor', 'editor', 'editor', 'viewer', 'viewer', 'viewer', 'guest', 'guest')

/** A number of its own for each member and purpose, always the same. */
const draw = (purpose: number, below: number) => `(hashint4extended(n, ${purpose}) & 1048575)::int % ${below}`
const pick = (list: string, purpose: number, size: number) => `(${list})[1 + ${draw(purpose, size)}]`

const ADD_MEMBERS = `
  insert into members (workspace_id, email, user_id, full_name, role, status, access_state, assigned_via, credit_limit,
                       credits_used, last_active, last_seen, apps_owned, apps_shared, agents_owned)
  select $3, lower(first || '.' || last) || n || '@' || ${pick(DOMAINS, 1, 4)},
         case when has_joined then 'usr_' || n end,
         case when not has_joined or n % 20 = 0 then ''
              when n % 10 = 1 then ${pick(OTHER_FIRST, 2, 7)} || ' ' || ${pick(OTHER_LAST, 3, 6)}
              else first || ' ' || last end,
         ${pick(ROLES, 4, 9)}, status,
         case status when 'joined' then 'active' when 'pending' then 'invited' else 'invite_expired' end, 'invitation',
         case when n % 50 = 0 then 100 end,
         case when is_active then ${draw(5, 1_000_000)} / 100.0 else 0 end,
         case when is_active then timestamptz '2026-10-01' + ${draw(6, 1_000_000)} * interval '3.7 s' end,
         case when has_joined then timestamptz '2026-11-01' + ${draw(7, 1_000_000)} * interval '1 s' end,
         case when has_joined and n % 4 = 0 then ${draw(8, 16)} else 0 end,
         case when has_joined then ${draw(9, 8)} else 0 end,
         case when has_joined and n % 8 = 0 then ${draw(10, 4)} else 0 end
    from (select n, status, status = 'joined' as has_joined, status = 'joined' and n % 3 = 0 as is_active,
                 ${pick(FIRST, 11, 11)} as first,
                 ${pick(LAST, 12, 10)} || substr('bcdfghklmnprst', 1 + ${draw(13, 14)}, 1)
                   || substr('aeiou', 1 + ${draw(14, 5)}, 1) || substr('nrstl', 1 + ${draw(15, 5)}, 1) as last
            from (select n, case when ${draw(16, 25)} = 0 then 'pending' when ${draw(16, 50)} = 1 then 'expired'
                                 else 'joined' end as status
                    from generate_series($1::int, $2::int) n) as numbered) as people`
