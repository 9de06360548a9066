/**
 * Random requests to the records of an app, each foretold by a plain model: no answer of 500 and above, no rule
 * broken, nothing slow. The long form: `RANDOM_REQUESTS=100000 npm run fuzz -- random-records`, with `RANDOM_SEED` to repeat one.
 */
import { expect, test } from 'vitest'
import { type Chance, chanceBy } from '../../../test/chance.ts'
import { randomRuns, SEED } from '../../../test/random-runs.ts'
import { startApp } from '../../../test/start-app.ts'
import { ENTITIES } from './test/random-records/model.ts'
import { nonsense } from './test/random-records/nonsense.ts'
import { REQUESTS, type Request, type Try } from './test/random-records/requests.ts'
import { createWorld, difference, type World } from './test/random-records/world.ts'

const COUNT = Number(process.env.RANDOM_REQUESTS ?? randomRuns(800))
/** Worlds at the same time. */
const AT_ONCE = 4
/** A world ends after so many, so that its lists stay short. */
const PER_WORLD = Math.min(2_500, COUNT / AT_ONCE)
/** Between two comparisons of all that is stored. */
const ROUND = 100
const LONGEST_MS = 10_000

test(`${COUNT} random requests answer as the model foretells`, { timeout: 60_000 + COUNT * 50 }, async () => {
  const app = await startApp()
  let next = 0
  const lane = async (): Promise<Tally> => {
    let tally: Tally = {}
    while (next * PER_WORLD < COUNT) {
      const chance = chanceBy(SEED + next++)
      tally = added(tally, await run(await createWorld(app), chance))
    }
    return tally
  }
  const tallies = await Promise.all(Array.from({ length: AT_ONCE }, lane))
  console.log(`seed ${SEED}: ${JSON.stringify(tallies.reduce(added))}`)
})

type Tally = Record<string, number>

async function run(world: World, chance: Chance): Promise<Tally> {
  const tally: Tally = {}
  for (let sent = 0; sent < PER_WORLD; sent++) {
    const request = someRequest(chance)
    const tried = await request(world, chance)
    note(tally, tried)
    const mayHaveChanged = request === nonsense && tried.answer.status < 400 && tried.sent.method !== 'GET'
    if (mayHaveChanged) await takeOver(world)
    else if (sent % ROUND === 0) await compare(world)
  }
  await compare(world)
  return tally
}

function someRequest(chance: Chance): Request {
  let left = chance.below(100)
  for (const [percent, request] of REQUESTS) {
    left -= percent
    if (left < 0) return request
  }
  return nonsense
}

function note(tally: Tally, { answer, sent, wrong }: Try): void {
  const { method, path, actor, body, raw, headers } = sent
  const what = `${actor.name} ${method} ${path} ${JSON.stringify(headers)} ${raw ?? JSON.stringify(body)}`
  const story = `seed ${SEED}: ${what}\nanswered ${answer.status} ${JSON.stringify(answer.body)}`
  expect(answer.status, story).toBeLessThan(500)
  expect(wrong, story).toBeNull()
  expect(answer.ms, story).toBeLessThan(LONGEST_MS)
  tally[answer.status] = (tally[answer.status] ?? 0) + 1
  tally.slowest_ms = Math.max(tally.slowest_ms ?? 0, Math.round(answer.ms))
}

async function compare(world: World): Promise<void> {
  for (const entity of ENTITIES) {
    const model = world.records.get(entity.name) ?? new Map()
    expect(difference(model, await world.stored(entity)), `seed ${SEED}: ${entity.name}`).toBeNull()
  }
}

/** Nonsense may happen to be sense; then the model goes on from what is stored. */
async function takeOver(world: World): Promise<void> {
  for (const entity of ENTITIES) world.records.set(entity.name, await world.stored(entity))
}

function added(one: Tally, other: Tally): Tally {
  const sum = { ...one }
  for (const [key, value] of Object.entries(other)) {
    sum[key] = key === 'slowest_ms' ? Math.max(sum[key] ?? 0, value) : (sum[key] ?? 0) + value
  }
  return sum
}
