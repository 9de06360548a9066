import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client.ts'
import { ApiError } from '../errors.ts'
import type { TestRun } from '../resources.ts'
import { hasEnded } from '../test-runs.ts'
import { explain } from './explain.ts'
import { calmly, endedBy, LOOK_MS, readOrWait } from './following.ts'
import { visible } from './print.ts'
import type { Terminal } from './terminal.ts'
import { outcomeOf, outcomeWithout, type TestOutcome } from './test-outcome.ts'

export interface NamedTest {
  id: string
  name: string
}

interface Tests {
  app_id: string
  tests: readonly NamedTest[]
  start_url: string | undefined
  /** How long all of them may take together. */
  seconds: number
  signal: AbortSignal
}

/** So many of ours wait or run at a time; others want to run theirs too. */
const MOST_OPEN = 10
/** Reads are limited by the minute: each run that is followed takes this much longer between two looks. */
const PAUSE_FOR_EACH_MS = 250
/** So are starts. */
const PAUSE_TO_START_MS = 2_000

/** Refusals that pass by themselves. */
const LATER: readonly string[] = ['flow_running', 'test_queue_full']

/** Runs all of them, and returns what came of each in the order in which they were given. */
export async function followTests(client: Client, terminal: Terminal, tests: Tests): Promise<TestOutcome[]> {
  const { app_id, signal, seconds } = tests
  const end = performance.now() + seconds * 1_000
  const follower = createFollower(client, terminal, tests)
  try {
    while (!follower.isDone()) {
      await follower.startSome()
      await follower.lookAtAll()
      if (follower.isDone()) break
      const left = end - performance.now()
      if (left <= 0) follower.giveUp()
      else await pause(Math.min(left, follower.pauseMs()), null, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw endedBy(signal, `The runs go on; see atrium test-runs list ${app_id}`)
  }
  return follower.outcomes()
}

function createFollower(client: Client, terminal: Terminal, tests: Tests) {
  const { app_id, start_url, signal } = tests
  const waiting = [...tests.tests]
  const running = new Map<NamedTest, TestRun>()
  const ended = new Map<NamedTest, TestOutcome>()
  const said = new Map<NamedTest, string>()
  const say = (test: NamedTest, name: string, text: string) => {
    if (said.get(test) !== text) terminal.stderr.write(`${visible(name)}: ${visible(text)}\n`)
    said.set(test, text)
  }

  /** Whether there is no room for others. */
  async function start(test: NamedTest): Promise<boolean> {
    const body = { flow_id: test.id, ...(start_url !== undefined && { start_url }) }
    try {
      const run = await calmly(() => client.test_runs.start({ app_id }, body, { signal }), signal)
      running.set(test, run)
      say(test, run.flow_name, `started ${run.id}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (LATER.includes(error.code)) {
        say(test, test.name, `waits: ${error.message}`)
        waiting.push(test)
      } else if (error.status === 404 && error.code !== 'flow_not_found') throw error
      else if (error.status === 401 || error.status === 403) throw error
      else {
        ended.set(test, outcomeWithout(test, error.code, explain(error)))
        say(test, test.name, explain(error))
      }
      return error.code === 'test_queue_full'
    }
    return false
  }

  async function look(test: NamedTest, before: TestRun): Promise<void> {
    const path = { app_id, execution_id: before.id }
    const patiently = <T>(read: () => Promise<T>) =>
      readOrWait(() => calmly(read, signal), { hasAnswered: true, terminal })
    const run = await patiently(() => client.test_runs.read(path, { signal }))
    if (!run) return
    running.set(test, run)
    if (!hasEnded(run)) {
      const step = run.steps.find(({ status }) => status === 'running')
      if (step) say(test, run.flow_name, `${run.steps_passed}/${run.step_count} ${step.instruction}`)
      return
    }
    const isPassed = run.status === 'passed'
    const report = isPassed ? null : await patiently(() => client.test_runs.report(path, { signal }))
    // The server is away: both are read with the next look.
    if (report === undefined) return
    const outcome = outcomeOf(run, report)
    running.delete(test)
    ended.set(test, outcome)
    say(test, run.flow_name, [run.status, outcome.message].filter(Boolean).join(': '))
  }

  return {
    isDone: () => ended.size === tests.tests.length,
    pauseMs: () =>
      Math.max(waiting.length > 0 ? PAUSE_TO_START_MS : 0, LOOK_MS + running.size * PAUSE_FOR_EACH_MS),
    outcomes: () => tests.tests.flatMap((test) => ended.get(test) ?? []),
    async startSome() {
      const due = waiting.splice(0)
      for (let test = due.shift(); test; test = due.shift()) {
        if (running.size >= MOST_OPEN) due.unshift(test)
        if (running.size >= MOST_OPEN || (await start(test))) break
      }
      waiting.push(...due)
    },
    async lookAtAll() {
      for (const [test, run] of [...running]) await look(test, run)
    },
    giveUp() {
      for (const [test, run] of running) {
        const message = `It has not ended in time; the run ${run.id} goes on.`
        ended.set(test, { ...outcomeWithout(test, 'timed_out', message, run), name: run.flow_name })
      }
      for (const test of waiting.splice(0))
        ended.set(test, outcomeWithout(test, 'timed_out', 'It was not started in time.'))
      running.clear()
    },
  }
}
