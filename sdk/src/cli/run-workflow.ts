/** `atrium workflows run`: starts a run, and shows its steps as they end. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../client.ts'
import type { WorkflowRun } from '../resources.ts'
import { flagsOf, getCommand, runCommand } from './commands.ts'
import { type Flag, flag } from './flags.ts'
import { calmly, endedBy, endOf, LOOK_MS, readOrWait } from './following.ts'
import type { Typed } from './own-command.ts'
import { asJson, jsonLine, visible } from './print.ts'
import { paintFor, type Style } from './style.ts'
import { asTable, viewOf } from './table.ts'
import type { Terminal } from './terminal.ts'

type RunStep = WorkflowRun['steps'][number]
type RunPath = Parameters<Client['runs']['read']>[0]

const START = getCommand('workflows', 'run')
const FOLLOW_FLAG: Flag = {
  ...flag('follow', { type: 'boolean', description: 'Show its steps as they end, until the run has ended' }),
  short: 'f',
}

export const RUN_FLAGS = [FOLLOW_FLAG, ...flagsOf(START)]

/** A run that waits for hours is looked at less often: reads are limited by the minute. */
const LONGEST_LOOK_MS = 2_000

export async function runWorkflow(typed: Typed): Promise<string> {
  const { terminal, connection, words, values, format } = typed
  const client = createClient(connection)
  // What the contract says it returns; the table of commands does not know.
  const started = (await runCommand(START, client, words, values, terminal)) as { run_id: string }
  if (values.get(FOLLOW_FLAG) !== true)
    return format === 'json' ? asJson(started) : asTable(started, viewOf(terminal))
  const { run_id } = started
  const [app_id = '', workflow_id = ''] = words
  terminal.stderr.write(`Started ${visible(run_id)}.\n`)
  const run = await follow(client, { app_id, workflow_id, run_id }, typed)
  if (run.status !== 'completed') throw new Error(failureOf(run))
  return format === 'json' ? lineOfRun(run) : endOfRun(run)
}

/** Returns the run once it has ended; its steps were shown by then. */
async function follow(client: Client, path: RunPath, { terminal, format }: Typed): Promise<WorkflowRun> {
  const end = endOf(terminal)
  const shown = new Set<string>()
  let waitMs = LOOK_MS
  try {
    for (let hasAnswered = false; ; hasAnswered = true) {
      const read = () => client.runs.read(path, { signal: end.signal })
      const run = await readOrWait(() => calmly(read, end.signal), { hasAnswered, terminal })
      const fresh = run?.steps.filter((step) => step.completed_at !== null && !shown.has(keyOf(step))) ?? []
      for (const step of fresh) {
        shown.add(keyOf(step))
        terminal.stdout.write(format === 'json' ? jsonLine({ step }) : lineOf(step, terminal))
      }
      if (run && run.completed_at !== null) {
        if (run.has_more_steps) terminal.stderr.write('Only its first 1,000 steps are shown.\n')
        if (run.status !== 'completed' && format === 'json') terminal.stdout.write(lineOfRun(run))
        return run
      }
      waitMs = fresh.length > 0 ? LOOK_MS : Math.min(LONGEST_LOOK_MS, waitMs * 1.25)
      await pause(waitMs, null, { signal: end.signal })
    }
  } catch (error) {
    if (!end.signal.aborted) throw error
    const { app_id, workflow_id, run_id } = path
    throw endedBy(end.signal, `The run goes on; see atrium runs read ${app_id} ${workflow_id} ${run_id}`)
  }
}

function keyOf({ id, attempt }: RunStep): string {
  return `${id} ${attempt}`
}

const STYLES: Partial<Record<RunStep['status'], Style>> = {
  completed: 'green',
  failed: 'red',
  skipped: 'grey',
  cancelled: 'yellow',
}

function lineOf(step: RunStep, { stdout, env }: Terminal): string {
  const { id, status, attempt, started_at, completed_at, error } = step
  const word = status.padEnd(9)
  const shown = paintFor(stdout, env)(STYLES[status] ?? null, word)
  const took = completed_at === null ? null : Date.parse(completed_at) - Date.parse(started_at)
  const parts = [shown, `attempt ${attempt}`, durationOf(took).padStart(8), visible(id)]
  return `${parts.join('  ')}${error ? `  ${visible(error.message)}` : ''}\n`
}

function lineOfRun({ steps: _, ...run }: WorkflowRun): string {
  return jsonLine({ run })
}

function endOfRun({ duration_ms, output }: WorkflowRun): string {
  return `Completed in ${durationOf(duration_ms)}.\n${output === null ? '' : asJson(output)}`
}

function failureOf({ id, status, error }: WorkflowRun): string {
  if (!error) return `${id} was ${status}.`
  const place = error.step_id === null ? '' : ` at ${error.step_id}`
  return `${id} ${status}${place}: ${error.code}: ${error.message}`
}

function durationOf(ms: number | null): string {
  if (ms === null) return '-'
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
