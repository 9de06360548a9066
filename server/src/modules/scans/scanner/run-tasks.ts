import { keyOf, type Memory } from './memory.ts'
import { type ScanProcesses, TaskFault } from './processes.ts'
import type { ScanTask, TaskInput, TaskOutput } from './scan-tasks.ts'

/** One thing to look at. */
export interface Piece<T extends ScanTask> {
  /** What it is to people: a path, or the name of a function. */
  name: string
  /** Whatever decides what comes out. */
  key: readonly string[]
  /** Only when it is not remembered; null when there is nothing to look at. */
  input(): Promise<TaskInput<T> | null>
}

export interface TaskRun {
  app_id: string
  processes: ScanProcesses
  memory: Memory
  signal: AbortSignal
  /** For each piece. */
  milliseconds: number
  /** How many pieces are settled by now. */
  onDone(count: number): void
}

/** What could not be looked at, and why. */
export interface Missed {
  name: string
  why: string
}

/** Read, remembered and reported together. */
const BATCH = 100
/** So many are held in memory at a time: one in each process, and the next ones at hand. */
const AT_ONCE = 4

/**
 * Looks at each piece, or remembers what it gave. A piece that fails is missed alone; rejects with the reason of the
 * signal.
 */
export async function runTasks<T extends ScanTask, P extends Piece<T>>(
  { app_id, processes, memory, signal, milliseconds, onDone }: TaskRun,
  task: T,
  pieces: AsyncIterable<P> | Iterable<P>,
  onOutput: (output: TaskOutput<T>, piece: P) => void,
): Promise<Missed[]> {
  const missed: Missed[] = []
  let done = 0

  async function look(piece: P): Promise<{ output: TaskOutput<T> | null } | null> {
    try {
      const input = await piece.input()
      if (input === null) return { output: null }
      return { output: await processes.run(task, input, { app_id, milliseconds, signal }) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TaskFault)) throw error
      missed.push({ name: piece.name, why: error.message })
      return null
    }
  }

  for await (const batch of batchesOf(pieces)) {
    signal.throwIfAborted()
    const keys = new Map(batch.map((piece) => [piece, keyOf(task, piece.key)]))
    const known = await memory.find([...keys.values()])
    const found = new Map<string, unknown>()
    const outputs = await mapSome(batch, AT_ONCE, async (piece) => {
      const key = keys.get(piece) ?? ''
      // Under this key is only what this task gave.
      if (known.has(key)) return known.get(key) as { output: TaskOutput<T> | null }
      const looked = await look(piece)
      if (looked) found.set(key, looked)
      return looked
    }).finally(() => memory.add(found))
    for (const [at, piece] of batch.entries()) {
      const output = outputs[at]?.output
      if (output !== undefined && output !== null) onOutput(output, piece)
    }
    done += batch.length
    onDone(done)
  }
  return missed
}

async function* batchesOf<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** At most so many at a time; the first that fails ends the rest. */
async function mapSome<In, Out>(
  all: readonly In[],
  atOnce: number,
  each: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const outs: Out[] = []
  const left = all.entries()
  const work = async () => {
    for (const [at, one] of left) outs[at] = await each(one)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, work))
  return outs
}
