/** Events sent to two nodes at once while one of them is killed or stopped; senders repeat what got no answer. */
import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { startTestNodes } from './test-nodes.ts'

const BATCH = 20
const ROUNDS = 3

test('what was answered is there, once, and all counters agree', async () => {
  const settings = { RATE_LIMITS: 'off' }
  const { nodes, token, query, ...database } = await startTestNodes(2, settings)
  const [first, survivor] = nodes
  const { id: app_id } = await clientOf(survivor, token).apps.create({ name: 'Shop' })
  const answered: string[] = []
  let unanswered = 0

  const send = async (node: NodeProcess, events: { event_id: string }[]) => {
    const answer = await clientOf(node, token).events.track(
      { app_id },
      {
        events: events.map((event, n) => ({
          ...event,
          event_name: `e${n % 3}`,
          user_id: `u${event.event_id.length}${n}`,
        })),
      },
    )
    expect(answer.accepted + answer.duplicates).toBe(BATCH)
    answered.push(...events.map(({ event_id }) => event_id))
  }
  /** Sends to its node until that is gone; then the last batch again, to the other one. */
  async function write(node: NodeProcess, writer: string, isOver: () => boolean) {
    for (let i = 0; !isOver(); i++) {
      const events = Array.from({ length: BATCH }, (_, n) => ({ event_id: `${writer}-${i}-${n}` }))
      try {
        await send(node, events)
      } catch (error) {
        if (node === survivor) throw error
        unanswered++
        return send(survivor, events)
      }
    }
  }

  await killRounds({
    ...{ rounds: ROUNDS, first, settings: { ...database.settings, ...settings } },
    startWriters: (victim, round, isOver) => [
      ...['a', 'b'].map((name) => write(survivor, `${name}${round}`, isOver)),
      ...['x', 'y', 'z'].map((name) => write(victim, `${name}${round}`, isOver)),
    ],
    answered: () => answered.length,
    writesEach: 25 * BATCH,
    signalOf: (round) => (round === 1 ? 'SIGTERM' : 'SIGKILL'),
  })
  expect(unanswered).toBeGreaterThanOrEqual(6)

  const stored = await query(
    'select event_id, count(*)::int as times from analytics_events group by event_id',
  )
  expect(stored.filter(({ times }) => times !== 1)).toEqual([])
  const ids = new Set(stored.map(({ event_id }) => event_id))
  expect(answered.filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size).toBe(answered.length)
  const [counted] = await query(
    `select (select sum(bit_count(mask))::int from analytics_event_ids) as ids, (select sum(events)::int from event_name_days) as named,
            (select count(*)::int from user_last_event) as users, (select sum(users)::int from activity_bucket) as counted,
            (select count(distinct user_id)::int from analytics_events) as naive`,
  )
  expect(counted).toMatchObject({ ids: ids.size, named: ids.size })
  expect([counted?.users, counted?.counted]).toEqual([counted?.naive, counted?.naive])
})
