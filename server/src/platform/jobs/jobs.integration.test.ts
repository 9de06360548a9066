import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestPostgres, testPostgres } from '../../../test/postgres.ts'
import { every, job } from './job.ts'
import { jobNode } from './test/job-node.ts'

interface Notes {
  notes: string[]
}

const note = job('test.note', {
  payload: Type.Object({ text: Type.String() }),
  retry: [],
  async run({ notes }: Notes, { text }) {
    notes.push(text)
  },
})

const stumble = job('test.stumble', {
  payload: Type.Object({ text: Type.String() }),
  retry: [10, 60],
  async run({ notes }: Notes, { text }, { attempt }) {
    notes.push(`${text} ${attempt}`)
    throw new Error(`${text} stumbled`)
  },
})

let postgres: TestPostgres
let node: ReturnType<typeof jobNode>
let deps: Notes
/** Seconds since the test began, by a clock that the machine's pauses do not move. */
let moved: number

beforeEach(async () => {
  postgres = await testPostgres()
  moved = 0
  const start = Date.now()
  node = jobNode(postgres.connection, { clock: { now: () => new Date(start + moved * 1000) } })
  deps = { notes: [] }
  node.jobs.register(note, deps)
  node.jobs.register(stumble, deps)
  await node.jobs.start({ work: false })
})

afterEach(async () => {
  await node.stop()
  await postgres.stop()
})

describe('sending', () => {
  test('the job goes with the transaction that sent it', async () => {
    const rolledBack = node.db.transaction().execute(async (tx) => {
      await node.jobs.send(tx, note, { text: 'lost' })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await node.db.transaction().execute((tx) => node.jobs.send(tx, note, { text: 'kept' }))

    expect(await node.jobs.drain()).toEqual([{ name: 'test.note', outcome: 'completed' }])
    expect(deps.notes).toEqual(['kept'])
    expect(node.done).toEqual([{ name: 'test.note', outcome: 'completed' }])
  })

  test('many at once, in their order', async () => {
    await node.jobs.sendMany(node.db, note, [{ text: 'a' }, { text: 'b' }, { text: 'c' }])
    await node.jobs.sendMany(node.db, note, [])
    await node.jobs.drain()
    expect(deps.notes).toEqual(['a', 'b', 'c'])
  })

  test('a delayed job is not due before its time', async () => {
    await node.jobs.send(node.db, note, { text: 'in a minute' }, { after: 60 })
    await node.jobs.send(node.db, note, { text: 'in an hour' }, { after: new Date(Date.now() + 3600_000) })
    moved = 59
    expect(await node.jobs.drain()).toEqual([])
    moved = 61
    await node.jobs.drain()
    expect(deps.notes).toEqual(['in a minute'])
    await node.jobs.drain({ ignoreDelays: true })
    expect(deps.notes).toEqual(['in a minute', 'in an hour'])
  })

  test('refuses a payload that does not fit, and a job that was not registered', async () => {
    const wrong = { text: 1 } as unknown as { text: string }
    await expect(node.jobs.send(node.db, note, wrong)).rejects.toThrow(
      'test.note is wrong: /text must be string',
    )
    const stranger = job('test.stranger', { payload: Type.Object({}), retry: [], async run() {} })
    await expect(node.jobs.send(node.db, stranger, {})).rejects.toThrow('test.stranger is not registered')
    const namesake = job('test.note', { payload: Type.Object({}), retry: [], async run() {} })
    await expect(node.jobs.send(node.db, namesake, {})).rejects.toThrow('test.note is not registered')
    expect(() => node.jobs.register(namesake, {})).toThrow('Two jobs are named test.note')
  })
})

describe('a key', () => {
  test('keeps one waiting job, with the newest payload and the earliest time', async () => {
    await node.jobs.send(node.db, note, { text: 'old' }, { key: 'k', after: 60 })
    await node.jobs.send(node.db, note, { text: 'new' }, { key: 'k', after: 3600 })
    await node.jobs.send(node.db, note, { text: 'other' }, { key: 'other', after: 60 })
    await node.jobs.send(node.db, note, { text: 'without' }, { after: 60 })
    await node.jobs.send(node.db, note, { text: 'without' }, { after: 60 })
    moved = 61
    await node.jobs.drain()
    expect(deps.notes).toEqual(['new', 'other', 'without', 'without'])
  })

  test('is one of its job: what is sent again replaces nothing under another key, or of another job', async () => {
    const later = { after: 60 }
    await node.jobs.send(node.db, note, { text: 'old' }, { key: 'k', ...later })
    await node.jobs.send(node.db, note, { text: 'other key' }, { key: 'other', ...later })
    await node.jobs.send(node.db, note, { text: 'no key' }, later)
    await node.jobs.send(node.db, stumble, { text: 'other job' }, { key: 'k', ...later })
    await node.jobs.send(node.db, note, { text: 'new' }, { key: 'k', ...later })
    moved = 61
    await node.jobs.drain()
    expect(deps.notes.sort()).toEqual(['new', 'no key', 'other job 1', 'other key'])
  })

  test('does not hold up what is sent while its job runs', async () => {
    const again = job('test.again', {
      payload: Type.Object({ left: Type.Integer() }),
      retry: [],
      async run({ notes }: Notes, { left }) {
        notes.push(`${left} left`)
        if (left > 0) await node.jobs.send(node.db, again, { left: left - 1 }, { key: 'k' })
      },
    })
    await node.jobs.stop()
    node.jobs.register(again, deps)
    await node.jobs.start({ work: false })
    await node.jobs.send(node.db, again, { left: 1 }, { key: 'k' })
    await node.jobs.drain()
    expect(deps.notes).toEqual(['1 left', '0 left'])
  })

  test('gives up its own retry when a newer job waits, which then has all its tries', async () => {
    await node.jobs.send(node.db, stumble, { text: 'old' }, { key: 'k' })
    await node.jobs.drain()
    await node.jobs.send(node.db, stumble, { text: 'new' }, { key: 'k' })
    await node.jobs.drain()
    expect(deps.notes).toEqual(['old 1', 'new 1'])
    expect(await countsOf('test.stumble')).toMatchObject({ waiting: 1 })
  })

  test('makes the waiting job wait for the transaction that sent another', async () => {
    await node.jobs.send(node.db, note, { text: 'old' }, { key: 'k' })
    await node.db.transaction().execute(async (tx) => {
      await node.jobs.send(tx, note, { text: 'new' }, { key: 'k' })
      expect(await node.jobs.drain()).toEqual([])
    })
    await node.jobs.drain()
    expect(deps.notes).toEqual(['new'])
  })
})

describe('a failing job', () => {
  test('is tried again after each of its waits, then has failed and stays to be seen', async () => {
    await node.jobs.send(node.db, stumble, { text: 'it' })
    expect(await node.jobs.drain()).toEqual([{ name: 'test.stumble', outcome: 'retried' }])
    moved += 9
    expect(await node.jobs.drain()).toEqual([])
    moved += 2
    expect(await node.jobs.drain()).toEqual([{ name: 'test.stumble', outcome: 'retried' }])
    moved += 59
    expect(await node.jobs.drain()).toEqual([])
    expect(await countsOf('test.stumble')).toMatchObject({ waiting: 1, failed: 0 })
    moved += 2
    await expect(node.jobs.drain()).rejects.toThrow('it stumbled')

    expect(deps.notes).toEqual(['it 1', 'it 2', 'it 3'])
    expect(node.done.map(({ outcome }) => outcome)).toEqual(['retried', 'retried', 'failed'])
    expect(await countsOf('test.stumble')).toMatchObject({ waiting: 0, active: 0, failed: 1 })
    expect(await node.jobs.drain({ ignoreDelays: true })).toEqual([])
  })

  test('does not keep the others from being drained', async () => {
    await node.jobs.send(node.db, stumble, { text: 'it' })
    await node.jobs.send(node.db, note, { text: 'after it' }, { after: 3600 })
    await expect(node.jobs.drain({ ignoreDelays: true })).rejects.toThrow('it stumbled')
    expect(deps.notes).toContain('after it')
  })

  test('fails when it takes too long, and says so', async () => {
    let signal: AbortSignal | undefined
    const slow = job('test.slow', {
      payload: Type.Object({}),
      retry: [],
      timeoutSeconds: 0.05,
      run: (_, __, context) => {
        signal = context.signal
        return new Promise(() => {})
      },
    })
    await node.jobs.stop()
    node.jobs.register(slow, {})
    await node.jobs.start({ work: false })
    await node.jobs.send(node.db, slow, {})
    await expect(node.jobs.drain()).rejects.toThrow('longer than 0.05 s')
    expect(signal?.aborted).toBe(true)
  })
})

describe('starting', () => {
  test('is refused while unfinished jobs are stored that have no code', async () => {
    await node.jobs.sendMany(node.db, note, [{ text: 'a' }, { text: 'b' }])
    const newer = jobNode(postgres.connection)
    newer.jobs.register(stumble, deps)
    await expect(newer.jobs.start({ work: true })).rejects.toThrow('no code for: test.note (2)')
    await node.jobs.drain()
    await newer.jobs.start({ work: false })
    await newer.stop()
  })

  test('brings the stored queues and schedules in line with the code', async () => {
    const tidy = (timeoutSeconds: number) =>
      job('test.tidy', { payload: Type.Object({}), retry: [], timeoutSeconds, async run() {} })
    const stored = async () => {
      const { rows } = await node.pool.query(
        `select expire_seconds, cron from pgboss.queue left join pgboss.schedule using (name) where name = 'test.tidy'`,
      )
      return rows
    }
    await startOther((jobs) => jobs.schedule(every('17 3 * * *', tidy(40)), {}))
    expect(await stored()).toEqual([{ expire_seconds: 100, cron: '17 3 * * *' }])
    await startOther((jobs) => jobs.schedule(every('18 3 * * *', tidy(60)), {}))
    expect(await stored()).toEqual([{ expire_seconds: 120, cron: '18 3 * * *' }])
    await startOther((jobs) => jobs.register(tidy(60), {}))
    expect(await stored()).toEqual([{ expire_seconds: 120, cron: null }])
  })

  test('is refused when a scheduled job needs a payload', async () => {
    const start = startOther((jobs) => jobs.schedule(every('* * * * *', note), deps))
    await expect(start).rejects.toThrow('test.note is wrong')
  })
})

async function countsOf(name: string) {
  return (await node.jobs.counts()).find((count) => count.name === name)
}

async function startOther(prepare: (jobs: typeof node.jobs) => void): Promise<void> {
  const other = jobNode(postgres.connection)
  prepare(other.jobs)
  try {
    await other.jobs.start({ work: false })
  } finally {
    await other.stop()
  }
}
