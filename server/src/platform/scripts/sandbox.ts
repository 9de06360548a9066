import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { createDeadline } from './deadline.ts'
import { startEngine } from './engine.ts'
import { readEngineMemory } from './engine-memory.ts'
import { textInside } from './inside.ts'
import type { ScriptBounds, ThreadData } from './messages.ts'

/** One engine with one context, which is put back to its beginning before each script. */
export interface Sandbox {
  /** Begins a new script: nothing is left of the one before. */
  reset(bytes: number): void
  /** The returned function makes the next script begin with what is there now. */
  remember(): () => void
  /** For the scripts until the next call. */
  limit(bounds: ScriptBounds): void
  /** The value of a text, which is what it names when it is only to be checked. */
  compile(text: string, how: CompileMode): QuickJSHandle
  /** Calls a function of `inside.ts`; what it returns is a text, or nothing. */
  call(name: string, values: readonly Argument[]): string
  /** Runs what promises wait for, until nothing is left or the time is over. */
  settle(): void
  /** As `call`, with some more time and memory: for what is to be known of a script that has used up its own. */
  ask(name: string, values: readonly Argument[]): string
  /** It was ended because its time was over. */
  isLate(): boolean
  /** The engine itself broke, and cannot be used again. */
  hasFailed(): boolean
  /** Its memory is larger than at the beginning, and stays so. */
  hasGrown(): boolean
}

export type CompileMode = 'run' | 'check'
export type Argument = QuickJSHandle | string | number

/** What the script threw, still inside. */
export class Thrown extends Error {
  readonly value: QuickJSHandle

  constructor(value: QuickJSHandle) {
    super('a script threw')
    this.value = value
  }
}

/** The file name of a script in what the engine says of a place. */
export const SCRIPT_FILE = 'script'

const SPARE_BYTES = 4 * 1024 * 1024
const SPARE_MILLISECONDS = 50
/** Between two looks at the clock; a job may be short and make the next one. */
const JOBS_AT_ONCE = 100

export async function createSandbox({ kind, engine }: ThreadData): Promise<Sandbox> {
  const { runtime, context, memory } = await startEngine(engine)
  const deadline = createDeadline()
  runtime.setInterruptHandler(deadline.isOver)
  const inside = unwrap(context.evalCode(textInside(kind), 'inside', { type: 'global', strict: true }))
  const functions = new Map<string, QuickJSHandle>(
    FUNCTIONS[kind].map((name) => [name, context.getProp(inside, name)]),
  )
  // Handles that the library makes when they are first used must exist in the image too.
  const nothing = context.undefined
  const placeOf = (bytes: number) =>
    context.getArrayBuffer(context.newArrayBuffer(new ArrayBuffer(bytes))).value.byteOffset
  const contents = readEngineMemory(memory, placeOf)
  const toBeginning = contents.remember()
  let bytes = 0
  let hasFailed = false

  const call = (name: string, values: readonly Argument[]): string => {
    const returned = context.callFunction(functionOf(name), nothing, ...values.map(toHandle))
    return context.getString(unwrap(returned))
  }
  const functionOf = (name: string) => {
    const found = functions.get(name)
    if (!found) throw new Error(`inside.ts has no function ${name}`)
    return found
  }
  const toHandle = (value: Argument) => {
    if (typeof value === 'string') return context.newString(value)
    return typeof value === 'number' ? context.newNumber(value) : value
  }
  /** What breaks the engine itself leaves it in no state to go on. */
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Thrown)) hasFailed = true
      throw error
    }
  }

  return {
    reset(most) {
      toBeginning()
      bytes = most
      runtime.setMemoryLimit(bytes)
    },
    remember: contents.remember,
    limit: (bounds) => deadline.set(bounds.milliseconds),
    compile: (text, how) =>
      guarded(() => unwrap(context.evalCode(text, SCRIPT_FILE, how === 'check' ? CHECK : RUN))),
    call: (name, values) => guarded(() => call(name, values)),
    settle: () =>
      guarded(() => {
        while (runtime.hasPendingJob() && !deadline.isOver()) unwrap(runtime.executePendingJobs(JOBS_AT_ONCE))
      }),
    ask: (name, values) =>
      guarded(() => {
        runtime.setMemoryLimit(bytes + SPARE_BYTES)
        return deadline.spare(SPARE_MILLISECONDS, () => call(name, values))
      }),
    isLate: () => deadline.wasOver(),
    hasFailed: () => hasFailed,
    hasGrown: contents.hasGrown,
  }
}

const FUNCTIONS = {
  expressions: ['describe', 'prepare', 'evaluate'],
  bodies: ['describe', 'start', 'finish', 'logs'],
} as const

const RUN = { type: 'global', strict: true } as const
const CHECK = { ...RUN, compileOnly: true } as const

type Returned<T> = { value: T; error?: undefined } | { error: QuickJSHandle }

function unwrap<T>(returned: Returned<T>): T {
  if (returned.error) throw new Thrown(returned.error)
  return returned.value
}
