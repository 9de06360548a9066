import { vi } from 'vitest'
import type { Cases } from './case.ts'
import type { SpecialJob } from './job-cases.ts'
import type { World } from './world.ts'

/** Nobody carries turns out here, so it ends when its wait is over. */
function sendTo({ app, client }: World, app_id: string) {
  return async () => {
    const answer = client.chat.send({ app_id }, { message: 'Do it' })
    let isOver = false
    const settled = Promise.allSettled([answer]).then(() => {
      isOver = true
    })
    await vi.waitFor(async () => {
      const rows = await app.sql`select from chat_messages where app_id = ${app_id}`
      if (!isOver && rows.length === 0) throw new Error('it is not stored')
    }, 30_000)
    if (!isOver) app.clock.move(91)
    await settled
    return answer
  }
}

/** An app with a turn that waits, and no other turn: the jobs look at those of all apps. */
async function waiting(world: World) {
  await world.app.sql`delete from chat_messages`
  const { id: app_id } = await world.app.make.app(world.owner)
  await sendTo(world, app_id)()
  const [row] = await world.app.sql<{ id: string }>`select id from chat_messages where app_id = ${app_id}`
  return { message_id: row?.id ?? '' }
}

export const chatCases: Cases = {
  'chat.send': async (world) => {
    await world.app.sql`delete from chat_messages`
    const { id: app_id } = await world.app.make.app(world.owner)
    return sendTo(world, app_id)
  },
}

const PAID = 'credit_holds delete, credit_uses insert, member_activity update, workspace_credits update'

export const chatJobCases: Record<string, ((world: World) => Promise<object>) | SpecialJob> = {
  'chat.carry_out': {
    why: 'the turn is claimed before, and what it does is stored before it counts',
    prepare: waiting,
    steps: [
      ...['chat_messages update', 'chat_messages update', 'model_usage insert', 'chat_messages update'],
      `chat_messages update, ${PAID}`,
    ],
    // A turn that could not go on has failed.
    undo: ['chat_messages update, credit_holds delete'],
  },
  'chat.resume': async (world) => {
    const { message_id } = await waiting(world)
    await world.app.sql`
      update chat_messages set state = 'running', worker = 'gone', tries = 3, leased_until = now() - interval '1 day'
       where id = ${message_id}`
    return {}
  },
}
