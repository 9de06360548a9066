/**
 * Random requests to every operation, sensible and not, by everybody: no answer of 500, none outside the contract, none
 * slower than five seconds. The long form: `FUZZ=400 npm run fuzz -- random-operations`, with `RANDOM_SEED` to repeat one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allOperations, type Operation } from '@atrium/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { chanceBy } from './chance.ts'
import { collectedLog } from './collected-log.ts'
import { createFindings } from './random-operations/findings.ts'
import { drawRequest, type Request } from './random-operations/request.ts'
import { createSender } from './random-operations/send.ts'
import { createGround, createWorld, type Ground } from './random-operations/world.ts'
import { randomRuns, SEED } from './random-runs.ts'
import { receiveHttp } from './receivers.ts'

const COUNT = Number(process.env.RANDOM_REQUESTS ?? randomRuns(500))
/** Worlds at the same time. */
const AT_ONCE = 4
/** A world ends after so many, so that it does not drift into one where nothing succeeds. */
const PER_WORLD = 250
/** Between two looks at what is there. */
const ROUND = 25
/** A run goes on after a fault, to find others; not after so many. */
const MOST_FAULTS = 20
/** After so many requests every operation must have succeeded and have been refused. */
const ENOUGH = 20_000
const NEVER_SUCCEED = ['api_keys.create'] // it is gone and only says so

/** More often: what has a language of its own. Seldom: what takes the time of a password or a process. */
const OFTEN = /^(records|schemas)\.(?!indexes|read)|^events\.|^source\./
const SELDOM = /^session\.create|^app_auth|^invitations\.(accept|preview)|extract_data|generate_image/
const weightOf = ({ name }: Operation) => (SELDOM.test(name) ? 1 : OFTEN.test(name) ? 10 : 4)
const WEIGHTED = allOperations.flatMap((one) => Array.from({ length: weightOf(one) }, () => one))

test(`${COUNT} random requests to every operation`, { timeout: 60_000 + COUNT * 100 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-operations-'))
  const receiver = await receiveHttp((_request, response) => void response.writeHead(200).end())
  const log = collectedLog('error')
  const config = { data_dir: folder, rate_limits: 'off' as const, outbound_allow: ['127.0.0.0/8'] }
  // What chance provokes is not recorded among the answers of the run: no other test would be missed.
  const onAnswer = (operation: string, code: string) => findings.noteCode(operation, code)
  // Every domain is proved, as nobody outside is asked.
  const texts = async (name: string) => {
    const { rows } = await sql<{ proof: string }>`
      select proof from site_domains where '_atrium.' || domain = ${name}`.execute(app.atrium.db)
    return rows.map(({ proof }) => proof)
  }
  const domainProofs = { texts, file: async () => null }
  const app: TestApp = await createTestApp(config, { log, onAnswer, domainProofs })
  const findings = createFindings(log, app.baseUrl)
  const sender = createSender(app.baseUrl)
  let next = 0

  const answerTo = async (ground: Ground, request: Request) => {
    let isOver = false
    const answer = sender.send(request).finally(() => {
      isOver = true
    })
    // It waits for its turn, which is a job.
    if (request.operation.name === 'chat.send') while (!isOver) await ground.runJobs()
    return answer
  }

  const lane = async (ground: Ground): Promise<void> => {
    while (next * PER_WORLD < COUNT && findings.faults.size < MOST_FAULTS) {
      const seed = SEED + next++
      const chance = chanceBy(seed)
      const world = await createWorld(ground, seed)
      for (let n = 1; n <= PER_WORLD; n++) {
        const request = await drawRequest(world, chance, chance.one(WEIGHTED))
        const answer = await answerTo(ground, request)
        findings.note(seed, request, answer)
        await world.learn(request, answer)
        if (n % ROUND === 0) await world.mend()
      }
      await world.end()
    }
  }

  try {
    const onFault = (seed: number, error: Error) => findings.notePreparation(seed, error)
    const ground = await createGround(app, `http://127.0.0.1:${receiver.port}/`, onFault)
    await Promise.all(Array.from({ length: AT_ONCE }, () => lane(ground)))
    console.log(`seed ${SEED}: ${findings.summary()}`)
    expect([...findings.faults]).toEqual([])
    if (COUNT >= ENOUGH)
      expect(findings.oneSided()).toEqual(NEVER_SUCCEED.map((name) => `${name} never succeeded`))
  } finally {
    sender.close()
    await app.stop()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
