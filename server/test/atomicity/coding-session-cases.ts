import type { Cases } from './case.ts'
import type { World } from './world.ts'

const LAUNCH = { prompt: 'Do it', title: 'It' }

/** An app with a repository, and nothing else that waits. */
async function connected({ app, owner }: World) {
  await app.sql`delete from coding_sessions`
  const { id: app_id } = await app.make.app(owner)
  await app.sql`
    insert into repositories (app_id, provider, full_name, base_branch, clone_url, connected_date)
    values (${app_id}, 'local', 'acme/shop', 'main', '', now())`
  return { app_id }
}

async function launched(world: World) {
  const at = await connected(world)
  const { id: session_id } = await world.client.coding.launch(at, LAUNCH)
  return { ...at, session_id }
}

async function asking(world: World) {
  const at = await launched(world)
  await world.app.sql`
    insert into coding_input_requests (id, session_id, kind, prompt, questions, created_at, expires_at)
    values (${`inq_${at.session_id}`}, ${at.session_id}, 'approval', 'May I?', '[]', now(), now() + interval '72 hours')`
  await world.app.sql`
    update coding_sessions set state = 'needs_input', input_request_id = ${`inq_${at.session_id}`}
     where id = ${at.session_id}`
  return at
}

export const codingSessionCases: Cases = {
  'coding.launch': async (world) => {
    const at = await connected(world)
    return () => world.client.coding.launch(at, LAUNCH, { idempotency_key: 'once' })
  },
  'coding.message': async (world) => {
    const at = await launched(world)
    await world.client.coding.cancel(at)
    return () => world.client.coding.message(at, { text: 'More' }, { idempotency_key: 'once' })
  },
  'coding.message answer': async (world) => {
    const at = await asking(world)
    return () => world.client.coding.message(at, { approve: true }, { idempotency_key: 'once' })
  },
  'coding.cancel': async (world) => {
    const at = await asking(world)
    return () => world.client.coding.cancel(at)
  },
}

export const codingJobCases: Record<string, (world: World) => Promise<object>> = {
  'coding.resume': async (world) => {
    const { session_id } = await launched(world)
    await world.app.sql`
      update coding_sessions set state = 'running', worker = 'gone', tries = 5, leased_until = now() - interval '1 day'
       where id = ${session_id}`
    return {}
  },
}
