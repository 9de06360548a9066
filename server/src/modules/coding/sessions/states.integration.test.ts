/** Random histories of sessions: rows and the API do what the table of transitions says, and nothing else. */
import { SESSION_STATES, type SessionState } from '@atrium/contract/coding-sessions'
import { describe, expect, test } from 'vitest'
import { type Chance, chanceBy } from '../../../../test/chance.ts'
import { randomRuns, SEED } from '../../../../test/random-runs.ts'
import { refusal } from '../../../../test/refusal.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import type { SessionRow } from '../tables.ts'
import { useSessions } from '../test/session-scene.ts'
import { moveSession } from './move-session.ts'
import { sessionStore } from './session-store.ts'
import { hasEnded, nextState, TRANSITIONS, type Trigger } from './states.ts'

const scene = useSessions()
const { app, launch, move, start, ask, say, cancel, read } = scene

/** Written again, from the design: `from trigger to`. */
const DESIGN = `
  queued start running, queued cancel cancelled, queued fail failed,
  running ask needs_input, running finish_with_changes opening_pull_request,
  running finish_without_changes completed, running cancel cancelling, running fail failed,
  needs_input answer running, needs_input expire failed, needs_input cancel cancelling,
  opening_pull_request opened completed, opening_pull_request nothing_to_merge completed,
  opening_pull_request cancel cancelling, opening_pull_request fail failed,
  cancelling stopped cancelled, cancelling opened completed,
  completed message queued, failed message queued, cancelled message queued`
  .split(',')
  .map((line) => line.trim().split(/\s+/) as [SessionState, Trigger, SessionState])
const TRIGGERS = [...new Set(DESIGN.map(([, trigger]) => trigger))]
const LENGTH = 8

test('the table is the design', () => {
  const written = Object.entries(TRANSITIONS).flatMap(([from, all]) =>
    Object.entries(all).map(([trigger, to]) => [from, trigger, to].join(' ')),
  )
  expect(written.sort()).toEqual(DESIGN.map((line) => line.join(' ')).sort())
  expect(Object.keys(TRANSITIONS).sort()).toEqual([...SESSION_STATES].sort())
  for (const state of SESSION_STATES) expect(hasEnded(state)).toBe(nextState(state, 'message') === 'queued')
})

/** Mostly what can happen, sometimes what cannot. */
function draw(chance: Chance, state: SessionState): Trigger {
  const possible = DESIGN.flatMap(([from, trigger]) => (from === state ? [trigger] : []))
  return chance.percent(70) ? chance.one(possible) : chance.one(TRIGGERS)
}

describe('histories', () => {
  test('of rows equal the table', { tags: 'slow' }, async () => {
    const chance = chanceBy(SEED)
    const runs = randomRuns(100)
    const { id: model } = await launch()
    const template = await scene.rowOf(model)
    const ids = Array.from({ length: runs }, (_, n) => `cod_history_${n}`)
    const deps = scene.moveDeps
    const expected = new Map<string, { path: SessionState[]; uses: number }>()
    for (const some of chunks(ids, 50))
      await transaction(app.atrium.db, async (tx) => {
        for (const id of some) {
          await sessionStore(tx).insert({ ...template, id, launch_key: null })
          let session: SessionRow = { ...template, id, launch_key: null }
          const path: SessionState[] = ['queued']
          for (let n = 0; n < LENGTH; n++) {
            const from = session.state
            const trigger = draw(chance, from)
            const to = DESIGN.find((line) => line[0] === from && line[1] === trigger)?.[2] ?? null
            const changes = trigger === 'ask' ? { input_request_id: `inq_${id}` } : {}
            const moved = await moveSession(deps, tx, session, trigger, changes)
            expect(moved?.state ?? null, `${from} ${trigger}`).toBe(to)
            if (!moved) continue
            session = moved
            path.push(moved.state)
          }
          expected.set(id, { path, uses: path.filter((state) => state === 'completed').length })
        }
      })
    const rows = await app.sql<SessionRow & { path: SessionState[] }>`
      select s.*, (select coalesce(json_agg(e.data ->> 'to' order by e.seq), '[]') from coding_session_events e
                    where e.session_id = s.id and e.type = 'state') as path
        from coding_sessions s where id = any(${ids})`
    expect(rows.length).toBe(runs)
    for (const { id, state, path, last_seq, completed_at, input_request_id } of rows) {
      expect(['queued', ...path]).toEqual(expected.get(id)?.path)
      expect(state).toBe(['queued', ...path].at(-1))
      expect([last_seq, completed_at !== null, input_request_id !== null]).toEqual([
        path.length,
        hasEnded(state),
        state === 'needs_input',
      ])
    }
    const uses = [...expected.values()].reduce((sum, one) => sum + one.uses, 0)
    expect(await scene.uses()).toBe(uses)
  })

  test('through the API equal the table, with what each refuses', async () => {
    const chance = chanceBy(SEED + 1)
    for (let run = 0; run < randomRuns(6); run++) {
      const before = await scene.uses()
      const { id } = await launch()
      let model: Model = { state: 'queued', isHeld: false, completions: 0 }
      for (let n = 0; n < LENGTH; n++) {
        const trigger = draw(chance, model.state)
        await act(id, model.state, trigger)
        model = after(model, trigger)
        expect((await read(id)).state, trigger).toBe(model.state)
        expect(await holdsOf(id)).toBe(hasEnded(model.state) ? 0 : 1)
      }
      expect((await scene.uses()) - before).toBe(model.completions)
      // So that there is room for the next.
      await app.sql`delete from coding_sessions where id = ${id}`
    }
  })
})

interface Model {
  state: SessionState
  /** By a node: an answered session waits for one, and is cancelled at once as one that waits for a person is. */
  isHeld: boolean
  completions: number
}

function after({ state, isHeld, completions }: Model, trigger: Trigger): Model {
  const next = nextState(state, trigger)
  if (next === null) return { state, isHeld, completions }
  const endsAtOnce = next === 'cancelling' && state !== 'opening_pull_request' && !isHeld
  return {
    state: endsAtOnce ? 'cancelled' : next,
    isHeld: trigger === 'start' || (isHeld && trigger !== 'ask'),
    completions: completions + (next === 'completed' ? 1 : 0),
  }
}

/** As a person or as the engine. */
async function act(id: string, state: SessionState, trigger: Trigger): Promise<void> {
  const isPossible = nextState(state, trigger) !== null
  const refused = (call: Promise<unknown>, status: number, code: string) =>
    expect(call).rejects.toEqual(refusal(status, code))
  if (trigger === 'cancel') {
    if (hasEnded(state)) await refused(cancel(id), 409, 'session_ended')
    else await cancel(id)
  } else if (trigger === 'answer') {
    if (isPossible) await say(id, { approve: true })
    else await refused(say(id, { approve: true }), 409, 'input_request_changed')
  } else if (trigger === 'message') {
    if (isPossible) await say(id, { text: 'More' })
    else if (state === 'needs_input') await refused(say(id, { text: 'More' }), 422, 'validation_error')
    else if (state !== 'running') await refused(say(id, { text: 'More' }), 409, 'session_busy')
  } else if (isPossible && trigger === 'start') await start(id)
  else if (isPossible && trigger === 'ask') await ask(id)
  else expect((await move(id, trigger)) !== null).toBe(isPossible)
}

const holdsOf = async (id: string) => (await app.sql`select from credit_holds where key = ${id}`).length

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
