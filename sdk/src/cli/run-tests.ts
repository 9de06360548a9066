/** `atrium tests run`: runs automated tests of an app and says how they ended. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createClient } from '../client.ts'
import { iterate } from '../iterate.ts'
import { textOf } from './app-flag.ts'
import { explain } from './explain.ts'
import { flag } from './flags.ts'
import { followTests, type NamedTest } from './follow-tests.ts'
import { calmly, endedBy, endOf } from './following.ts'
import { junitOf } from './junit.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { paintFor } from './style.ts'
import type { Terminal } from './terminal.ts'
import { countOf, type TestOutcome } from './test-outcome.ts'
import { ExitError, UsageError } from './usage.ts'

const ALL_FLAG = flag('all', { type: 'boolean', description: 'All tests of the app' })
const WAIT_FLAG = flag('wait', { type: 'boolean', description: 'Until they have ended' })
const JUNIT_FLAG = flag('junit', {
  type: 'string',
  description: 'A file to write JUnit XML into; waits for them',
})
const TIMEOUT_FLAG = flag('timeout', {
  type: 'integer',
  minimum: 1,
  default: 1_800,
  description: 'How many seconds to wait at most, for all of them together',
})
const START_FLAG = flag('start_url', {
  type: 'string',
  description: 'Where they begin in place of their own address: a preview, say',
})

export const RUN_TESTS_FLAGS = [ALL_FLAG, WAIT_FLAG, JUNIT_FLAG, TIMEOUT_FLAG, START_FLAG]

const FAILED = 1
const NOT_RUN = 2

export async function runTests(typed: Typed): Promise<string> {
  try {
    return await run(typed)
  } catch (error) {
    // 1 says that a test failed, so whatever else goes wrong is something else.
    const isSorted = error instanceof ExitError || error instanceof UsageError
    throw isSorted ? error : new ExitError(NOT_RUN, explain(error))
  }
}

async function run({ terminal, connection, words, values, format }: Typed): Promise<string> {
  const [app_id = '', ...flowIds] = words
  const isAll = values.get(ALL_FLAG) === true
  const seconds = Number(values.get(TIMEOUT_FLAG) ?? TIMEOUT_FLAG.schema.default)
  if (isAll === flowIds.length > 0) throw new UsageError('Name the tests to run, or give --all.')
  if (seconds < 1) throw new UsageError('--timeout is at least 1.')
  const file = textOf(values, JUNIT_FLAG)
  const start_url = textOf(values, START_FLAG)
  const client = createClient(connection)
  const { signal } = endOf(terminal)
  const tests: NamedTest[] = []
  if (isAll) for await (const { id, name } of iterate(client.flows.list, { app_id })) tests.push({ id, name })
  else tests.push(...[...new Set(flowIds)].map((id) => ({ id, name: id })))
  if (tests.length === 0) throw new ExitError(NOT_RUN, 'This app has no tests.')

  if (values.get(WAIT_FLAG) !== true && file === undefined) {
    const started: object[] = []
    try {
      for (const { id: flow_id } of tests) {
        const body = { flow_id, ...(start_url !== undefined && { start_url }) }
        const start = () => client.test_runs.start({ app_id }, body, { signal })
        const { id, flow_name, status } = await calmly(start, signal)
        started.push({ id, flow_id, flow_name, status })
        terminal.stderr.write(`Started ${visible(flow_name)}: ${visible(id)}\n`)
      }
    } catch (error) {
      if (!signal.aborted) throw error
      throw endedBy(signal, `What was started goes on; see atrium test-runs list ${app_id}`)
    }
    return format === 'json' ? asJson({ runs: started }) : ''
  }
  const outcomes = await followTests(client, terminal, { app_id, tests, start_url, seconds, signal })
  if (file !== undefined) await writeJunit(file, junitOf(app_id, outcomes), terminal)
  terminal.stdout.write(format === 'json' ? asJson(summaryOf(outcomes)) : tableOf(outcomes, terminal))
  requirePassed(outcomes)
  return ''
}

async function writeJunit(file: string, xml: string, { stderr }: Terminal): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, xml)
  stderr.write(`Wrote ${visible(file)}.\n`)
}

const VERDICTS = ['passed', 'failed', 'error'] as const

function summaryOf(outcomes: readonly TestOutcome[]) {
  return {
    ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, countOf(outcomes, verdict)])),
    tests: outcomes.map(({ run, ...outcome }) => ({
      ...outcome,
      execution_id: run?.id ?? null,
      duration_ms: run?.duration_ms ?? null,
    })),
  }
}

const STYLES = { passed: 'green', failed: 'red', error: 'yellow' } as const

function tableOf(outcomes: readonly TestOutcome[], { stdout, env }: Terminal): string {
  const paint = paintFor(stdout, env)
  const lines = outcomes.map(({ verdict, name, message, category, run }) => {
    const word = verdict.padEnd(6)
    const shown = paint(STYLES[verdict], word)
    const took = run?.duration_ms ? `${(run.duration_ms / 1_000).toFixed(1)} s` : '-'
    const why = message === '' ? '' : `  ${visible(message)} (${visible(category)})`
    return `${shown}  ${took.padStart(8)}  ${visible(name)}${why}\n`
  })
  const counts = VERDICTS.map((verdict) => [countOf(outcomes, verdict), verdict] as const)
  const total = counts.filter(([count]) => count > 0).map(([count, verdict]) => `${count} ${WORDS[verdict]}`)
  return `${lines.join('')}${total.join(', ')}.\n`
}

const WORDS = { passed: 'passed', failed: 'failed', error: 'could not be run' }

function requirePassed(outcomes: readonly TestOutcome[]): void {
  const failed = countOf(outcomes, 'failed')
  if (failed > 0) throw new ExitError(FAILED, `${failed} of ${outcomes.length} tests failed.`)
  const broken = countOf(outcomes, 'error')
  if (broken > 0) throw new ExitError(NOT_RUN, `${broken} of ${outcomes.length} tests could not be run.`)
}
