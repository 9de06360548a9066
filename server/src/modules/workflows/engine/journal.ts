/** What a run has done, step by step: in memory while it goes on, and in the database before anything depends on it. */
import {
  MAX_RUN_BYTES,
  MAX_SHOWN_INPUT_BYTES,
  MAX_STEP_BYTES,
  MAX_STEPS,
} from '@atrium/contract/workflow-runs'
import type { StepRow } from '../tables.ts'
import { Fault, faultOf, type StoredFault, storedFault } from './fault.ts'
import { Lost } from './stops.ts'
import { DEEPEST, jsonSize } from './value-size.ts'

/** Steps that nothing outside depends on are stored this many at a time, so that somebody who looks sees them. */
const MOST_UNSTORED = 100

export type StepStart = Pick<StepRow, 'id' | 'name' | 'type'>

export interface Journal {
  /** The newest attempt of a step. */
  latest(id: string): StepRow | undefined
  /** When the first attempt of a step began. */
  begunAt(row: StepRow): Date
  /** The row of a step that begins, or goes on after a stop. */
  begin(step: StepStart): StepRow
  /** Changes the row of a step; what is not named stays. */
  put(row: StepRow, changes: Partial<StepRow>): void
  /** Notes what a step got, for those who look; what is large is left out. */
  showInput(row: StepRow, input: unknown): void
  fail(row: StepRow, fault: Fault): void
  /** Another attempt, to be made at that moment. */
  tryAgain(row: StepRow, due_at: Date): void
  /** Stores what was not stored yet; throws `Lost` when another server has the run. */
  flush(): Promise<void>
  /** As `flush`, once much has gathered. */
  flushSome(): Promise<void>
  /** As `flush`, by somebody who stores something else with it; when they throw, it was not stored. */
  flushBy(store: (rows: readonly StepRow[]) => Promise<void>): Promise<void>
  /** All that have not ended. */
  unfinished(): StepRow[]
}

export function createJournal(options: {
  run: { id: string; app_id: string }
  stored: readonly StepRow[]
  now(): Date
  /** Returns whether the run is still ours. */
  write(rows: readonly StepRow[]): Promise<boolean>
}): Journal {
  const { run, now, write } = options
  const latest = new Map<string, StepRow>()
  /** When the first attempt of each began. */
  const begun = new Map<string, Date>()
  let unstored = new Map<string, StepRow>()
  let seq = 0
  let bytes = 0
  let before: Promise<void> = Promise.resolve()
  for (const row of options.stored) {
    seq = Math.max(seq, row.seq)
    for (const field of KEPT) bytes += jsonSize(row[field], MAX_RUN_BYTES)
    const known = latest.get(row.id)
    if (!known || known.attempt < row.attempt) latest.set(row.id, row)
    if (row.attempt === 1) begun.set(row.id, row.started_at)
  }

  function add(row: StepRow): StepRow {
    if (seq >= MAX_STEPS) {
      throw new Fault('runtime', 'too_many_steps', `A run has at most ${MAX_STEPS} steps; look for a loop`)
    }
    seq += 1
    row.seq = seq
    latest.set(row.id, row)
    if (row.attempt === 1) begun.set(row.id, row.started_at)
    unstored.set(keyOf(row), row)
    return row
  }

  function put(row: StepRow, changes: Partial<StepRow>): void {
    Object.assign(row, changes)
    unstored.set(keyOf(row), row)
    for (const field of KEPT) {
      if (changes[field] === undefined || changes[field] === null) continue
      const size = jsonSize(changes[field], MAX_STEP_BYTES)
      if (bytes + size > MAX_RUN_BYTES) {
        row[field] = null
        throw tooLarge()
      }
      bytes += size
    }
  }

  /** One after the other, so that what is newer never comes before what is older. */
  function flushBy(store: (rows: readonly StepRow[]) => Promise<void>): Promise<void> {
    const mine = before.then(() => flushNow(store))
    before = mine.catch(() => {}) // the one who flushes gets the error
    return mine
  }

  async function flushNow(store: (rows: readonly StepRow[]) => Promise<void>): Promise<void> {
    const rows = unstored
    unstored = new Map()
    try {
      await store([...rows.values()])
    } catch (error) {
      unstored = new Map([...rows, ...unstored])
      throw error
    }
  }

  async function flush(): Promise<void> {
    if (unstored.size === 0) return before
    await flushBy(async (rows) => {
      if (rows.length > 0 && !(await write(rows))) throw new Lost()
    })
  }

  return {
    latest: (id) => latest.get(id),
    begunAt: ({ id, started_at }) => begun.get(id) ?? started_at,
    begin(step) {
      return (
        latest.get(step.id) ??
        add({ ...EMPTY, ...step, input: null, run_id: run.id, app_id: run.app_id, started_at: now() })
      )
    },
    put,
    showInput(row, input) {
      const size = jsonSize(input, MAX_SHOWN_INPUT_BYTES)
      if (size <= MAX_SHOWN_INPUT_BYTES && bytes + size <= MAX_RUN_BYTES) put(row, { input })
    },
    fail: (row, fault) =>
      put(row, { status: 'failed', error: storedFault(fault), completed_at: now(), due_at: null }),
    tryAgain(row, due_at) {
      const { name, type } = row
      const of = { id: row.id, name, type, input: null, run_id: run.id, app_id: run.app_id }
      const attempt = row.attempt + 1
      add({ ...EMPTY, ...of, attempt, status: 'waiting', due_at, started_at: now() })
    },
    flush,
    async flushSome() {
      if (unstored.size >= MOST_UNSTORED) await flush()
    },
    flushBy,
    unfinished: () =>
      [...latest.values()].filter(({ status }) => status === 'running' || status === 'waiting'),
  }
}

/** What of a step counts towards the size of its run. */
const KEPT = ['input', 'output', 'context'] as const

const EMPTY = {
  attempt: 1,
  seq: 0,
  status: 'running',
  output: null,
  context: null,
  error: null,
  next: null,
  due_at: null,
  listens_to: null,
  completed_at: null,
} as const satisfies Partial<StepRow>

function keyOf({ id, attempt }: StepRow): string {
  return `${id} ${attempt}`
}

/** Throws when what a step gives, or is given, is too large to keep. */
export function requireSize(value: unknown): void {
  if (jsonSize(value, MAX_STEP_BYTES) > MAX_STEP_BYTES) throw tooLarge()
}

function tooLarge(): Fault {
  const most = `A step takes and gives at most 256 KiB, ${DEEPEST} levels deep, and all of a run at most 4 MiB`
  return new Fault('runtime', 'step_output_too_large', `${most}; keep less with output.as`)
}

/** What was tried before a stop and failed; null when it did not. */
export function knownFault(row: StepRow): Fault | null {
  // What `storedFault` made.
  return row.status === 'failed' ? faultOf(row.error as unknown as StoredFault, row.id) : null
}
