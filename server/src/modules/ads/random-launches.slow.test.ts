/**
 * Random histories of launching and changing campaigns on a platform that fails in every way it can: never two living
 * campaigns of one draft, never one that is lost, never a state here that the platform contradicts. The long form:
 * `RANDOM_HISTORIES=10000 npm run fuzz -- random-launches`, with `RANDOM_SEED` to repeat one.
 */
import { expect, test } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import { chanceBy } from '../../../test/chance.ts'
import { randomRuns, SEED } from '../../../test/random-runs.ts'
import { type Lane, liveThrough } from './test/random-launches/history.ts'

const COUNT = Number(process.env.RANDOM_HISTORIES ?? randomRuns(60))
/** Databases at the same time; in each one history follows the other, because its sweepers see all of it. */
const LANES = 3

test(`${COUNT} random histories end as they must`, { timeout: 60_000 + COUNT * 200 }, async () => {
  let next = 0
  const tally: Record<string, number> = {}
  const begin = performance.now()
  const lane = async () => {
    const server = await createTestApp()
    try {
      const owner = await server.make.person('owner')
      const here: Lane = { db: server.atrium.db, workspace_id: owner.workspace_id, owner_id: owner.id }
      while (next < COUNT) {
        const seed = SEED + next++
        const { lines, wrong } = await liveThrough(here, chanceBy(seed))
        expect(wrong, `RANDOM_SEED=${seed} RANDOM_HISTORIES=1\n${lines.join('\n')}`).toEqual([])
        for (const line of lines) note(tally, line)
      }
    } finally {
      next = COUNT
      await server.stop()
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, COUNT) }, lane))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`seed ${SEED}: ${COUNT} histories in ${seconds} s: ${JSON.stringify(tally)}`)
})

/** How each kind of deed ended, and each call. */
function note(tally: Record<string, number>, line: string): void {
  const [, deed, end] = /^… ([\w ]+): (?:cmp_\w+: )?([\w]+)/.exec(line) ?? []
  const what = deed ? `${deed} ${end}` : line.startsWith('    ') ? line.trim() : null
  if (what) tally[what] = (tally[what] ?? 0) + 1
}
