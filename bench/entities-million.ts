/** The same requests to an entity of 1,000 records and to one of 1,000,000: none may cost twice as much. */
import { type Client, createClient } from '@atrium/sdk'
import type pg from 'pg'
import { type Contest, median, withContest } from './harness.ts'

const SMALL = 1_000
const LARGE = 1_000_000
const ROUNDS = 400
const TARGET = 2
/** Records that an indexed filter finds, in both. */
const ALIKE = 20

export async function entitiesMillion(): Promise<void> {
  await withContest([], async (contest) => {
    const client = createClient({ baseUrl: contest.atrium.address, token: contest.token })
    const small = await entityOf(contest, client, SMALL)
    const large = await entityOf(contest, client, LARGE)
    console.log(`\nentities: ${LARGE.toLocaleString('en')} records against ${SMALL.toLocaleString('en')}`)
    for (const [title, request] of Object.entries(REQUESTS)) {
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = 0; round < ROUNDS; round++) {
        const of = { round, client }
        times.small.push(await timed(() => request({ ...of, ...small })))
        times.large.push(await timed(() => request({ ...of, ...large })))
      }
      const [least, most] = [median(times.small), median(times.large)]
      const figures = `${least.toFixed(2)} ms and ${most.toFixed(2)} ms, ratio ${(most / least).toFixed(2)}`
      console.log(`  ${title.padEnd(40)}${figures}   target ${TARGET}`)
    }
  })
}

interface Scene {
  round: number
  client: Client
  app: string
  count: number
  /** Where a page goes on in the middle of a walk. */
  cursor: string
}

const of = ({ app }: Scene) => ({ app_id: app, entity_name: 'Task' })
const idOf = ({ round, count }: Scene) => `rec_${(round * 7919) % count}`

const REQUESTS: Record<string, (scene: Scene) => Promise<unknown>> = {
  'update one record': (scene) =>
    scene.client.records.update({ ...of(scene), entity_id: idOf(scene) }, { done: scene.round % 2 === 0 }),
  'get one record': (scene) => scene.client.records.get({ ...of(scene), entity_id: idOf(scene) }),
  'filter by an indexed field, 20 found': (scene) =>
    scene.client.records.list(of(scene), {
      q: JSON.stringify({ group: scene.round % (scene.count / ALIKE) }),
    }),
  'first page, newest first': (scene) => scene.client.records.page(of(scene), { limit: 50 }),
  'a page in the middle': (scene) =>
    scene.client.records.page(of(scene), { limit: 50, cursor: scene.cursor }),
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function entityOf(contest: Contest, client: Client, count: number) {
  const { id: app } = await client.apps.create({ name: `With ${count}` })
  await client.schemas.set(
    { app_id: app, name: 'Task' },
    {
      properties: {
        title: { type: 'string' },
        done: { type: 'boolean' },
        group: { type: 'integer', index: true },
      },
      rls: { read: { created_by: '{{user.email}}' }, update: { created_by: '{{user.email}}' } },
    },
  )
  const { id, email } = await client.session.read()
  await fill(contest.database, app, { id, email }, count)
  return { app, count, cursor: await middleOf(client, app, count) }
}

async function fill(
  database: pg.Client,
  app: string,
  { id, email }: { id: string; email: string },
  count: number,
): Promise<void> {
  await database.query(
    `insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
     select $1, 'Task', 'rec_' || n,
            jsonb_build_object('title', 'Task ' || n, 'done', false, 'group', n % ($4::int / ${ALIKE})),
            $3, $2, now() - n * interval '1 second', now() - n * interval '1 second'
       from generate_series(0, $4::int - 1) n`,
    [app, id, email, count],
  )
  await database.query('vacuum analyze records')
}

/** A cursor some pages behind the first, reached as a client would. */
async function middleOf(client: Client, app: string, count: number): Promise<string> {
  let cursor: string | undefined
  for (let read = 0; read < Math.min(count / 2, 5_000); read += 100) {
    const page = await client.records.page(
      { app_id: app, entity_name: 'Task' },
      { limit: 100, ...(cursor !== undefined && { cursor }) },
    )
    cursor = page.next_cursor ?? undefined
  }
  return cursor ?? ''
}
