/** A job that was taken back from a worker without a heartbeat, while that one was still at it. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPostgres } from '../../../test/postgres.ts'
import { useStarted } from '../../../test/use-started.ts'
import { job } from './job.ts'
import { jobNode } from './test/job-node.ts'

/** Each run waits for the test to end it. */
interface Runs {
  onRun(end: { done(): void; fail(error: Error): void }): void
}

const run = ({ onRun }: Runs) =>
  new Promise<void>((resolve, reject) => onRun({ done: resolve, fail: reject }))
const repeated = job('test.repeated', { payload: Type.Object({}), retry: [10], run })
const once = job('test.once', { payload: Type.Object({}), retry: [], run })

const postgres = useStarted(testPostgres)
let nodes: ReturnType<typeof workNode>[]
beforeAll(async () => {
  nodes = [workNode(), workNode()]
  for (const { jobs } of nodes) await jobs.start({ work: false })
})
afterAll(() => Promise.all(nodes.map((node) => node.stop())))

function workNode() {
  const node = jobNode(postgres.connection)
  const begun: Parameters<Runs['onRun']>[0][] = []
  for (const one of [repeated, once]) node.jobs.register(one, { onRun: (end) => begun.push(end) })
  return {
    ...node,
    /** Takes what is due; returns how to end it, and what became of it. */
    async take() {
      begun.length = 0
      const ran = node.jobs.drain().catch((error) => error.message)
      await expect.poll(() => begun).toHaveLength(1)
      const [end] = begun
      if (!end) throw new Error('no job was taken')
      return { ...end, ran }
    },
  }
}

/** The first worker has it without a heartbeat, and the second one too by now. */
async function takenTwice(which: typeof once) {
  const [first, second] = nodes
  if (!first || !second) throw new Error('there are two nodes')
  for (const { done } of nodes) done.length = 0
  await first.jobs.send(first.db, which, {})
  const former = await first.take()
  await sql`update pgboss.job set state = 'retry' where name = ${which.name}`.execute(first.db)
  return { former, holder: await second.take() }
}

const left = async () =>
  (await nodes[0]?.jobs.counts())?.filter((one) => one.waiting + one.active + one.failed)
/** Only what a holder does is counted. */
const counted = () => nodes.map(({ done }) => done.map(({ outcome }) => outcome))
const given = (name: string) => [{ name, outcome: 'given back' }]
const completed = (name: string) => [{ name, outcome: 'completed' }]

describe.each([repeated, once])('$name', (which) => {
  const { name } = which

  test.each([
    ['fails', (end: { fail(error: Error): void }) => end.fail(new Error('too late'))],
    ['succeeds', (end: { done(): void }) => end.done()],
  ])('a former holder that %s late leaves the job to its holder', async (_how, end) => {
    const { former, holder } = await takenTwice(which)
    end(former)
    expect(await former.ran).toEqual(given(name))
    expect(await left()).toEqual([{ name, waiting: 0, active: 1, failed: 0, due_since: null }])
    holder.done()
    expect(await holder.ran).toEqual(completed(name))
    expect(await left()).toEqual([])
    expect(counted()).toEqual([[], ['completed']])
  })

  test('a former holder that fails after the holder is done does not bring the job back', async () => {
    const { former, holder } = await takenTwice(which)
    holder.done()
    expect(await holder.ran).toEqual(completed(name))
    former.fail(new Error('too late'))
    expect(await former.ran).toEqual(given(name))
    expect(await left()).toEqual([])
    expect(counted()).toEqual([[], ['completed']])
  })
})
