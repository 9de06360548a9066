/** One record written and read by its rules, against a bare route with one prepared statement on the same table. */
import { createClient } from '@atrium/sdk'
import type pg from 'pg'
import { type Contest, duel, type Load, withContest } from './harness.ts'

export async function entities(): Promise<void> {
  await withContest([], async (contest) => {
    const app = await addRecords(contest)
    const { atrium, bare, token } = contest
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const ours = `${atrium.address}/api/apps/${app}/entities/Task`
    const theirs = `${bare.address}/records/${app}/Task`
    await duel(contest, {
      title: 'entities: PUT one record, with a row rule and a field rule',
      target: 0.7,
      atrium: { ...writing(ours), headers },
      bare: { ...writing(theirs), headers },
    })
    await duel(contest, {
      title: 'entities: GET one record, with a read rule',
      target: 0.7,
      atrium: { ...reading(ours), headers },
      bare: { ...reading(theirs), headers },
    })
  })
}

const RECORDS = 10_000

/** Rules that look at the record, so that none of them is decided before it is read. */
const SCHEMA = {
  properties: {
    title: { type: 'string', maxLength: 200 },
    notes: { type: 'string' },
    done: { type: 'boolean' },
    priority: { type: 'integer', minimum: 0, maximum: 9 },
    owner: { type: 'string', format: 'email' },
    budget: { type: 'number', rls: { write: { 'data.owner': '{{user.email}}' } } },
  },
  rls: {
    read: { $or: [{ created_by: '{{user.email}}' }, { 'data.owner': '{{user.email}}' }] },
    update: { created_by: '{{user.email}}' },
  },
}

async function addRecords({ atrium, token, database }: Contest): Promise<string> {
  const client = createClient({ baseUrl: atrium.address, token })
  const { id: app } = await client.apps.create({ name: 'Bench' })
  await client.schemas.set({ app_id: app, name: 'Task' }, { ...SCHEMA, name: 'Task' })
  const { id, email } = await client.session.read()
  await fill(database, app, { id, email }, RECORDS)
  return app
}

export async function fill(
  database: pg.Client,
  app: string,
  { id, email }: { id: string; email: string },
  count: number,
): Promise<void> {
  await database.query(
    `insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
     select $1, 'Task', 'rec_' || n,
            jsonb_build_object('title', 'Task ' || n, 'notes', repeat('word ', 20), 'done', false,
                               'priority', n % 10, 'owner', $3::text, 'budget', n),
            $3, $2, now() - n * interval '1 second', now() - n * interval '1 second'
       from generate_series(0, $4::int - 1) n`,
    [app, id, email, count],
  )
  await database.query('vacuum analyze records')
}

/** Each request to another record, so that the load is not the wait for one row. */
function writing(url: string): Load {
  let next = 0
  return {
    url,
    requests: [
      {
        method: 'PUT',
        setupRequest: (request) => {
          const n = next++
          const body = JSON.stringify({ title: `Task ${n}`, done: n % 2 === 0, budget: n })
          return { ...request, path: `${new URL(url).pathname}/rec_${(n * 7919) % RECORDS}`, body }
        },
      },
    ],
  }
}

function reading(url: string): Load {
  const { pathname } = new URL(url)
  let next = 0
  return {
    url,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => ({ ...request, path: `${pathname}/rec_${(next++ * 7919) % RECORDS}` }),
      },
    ],
  }
}
