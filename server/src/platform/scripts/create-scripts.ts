import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { compileEngine, MOST_BYTES } from './engine.ts'
import { parseJson } from './json-text.ts'
import type { ScriptBounds, ThreadFault, ThreadReply } from './messages.ts'
import { isVariableName, ScriptFault, type ScriptLimits, type Scripts, type Variables } from './scripts.ts'
import { createScriptThreads, type Turn } from './threads.ts'

export interface ScriptsOptions {
  /** For expressions; as many again, and at least two, are for bodies. */
  threads?: number
  /** Of each kind; one group has half of the places at most. */
  mostWaiting?: number
  /** So long a thread may be silent after its script should have ended. */
  graceMilliseconds?: number
}

/** One core stays for everything else. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
const MOST_WAITING = 1000
const GRACE_MILLISECONDS = 1000

const OF_EXPRESSIONS = { milliseconds: 100, bytes: 16 * 1024 * 1024, outputBytes: 256 * 1024 }
const OF_BODIES = { milliseconds: 10_000, bytes: 64 * 1024 * 1024, outputBytes: 256 * 1024 }

/**
 * Expressions have threads of their own, so that the short never wait behind the long. Of the threads for bodies no group
 * has more than half.
 */
export function createScripts(options: ScriptsOptions = {}): Scripts {
  const { threads = THREADS, mostWaiting = MOST_WAITING, graceMilliseconds = GRACE_MILLISECONDS } = options
  const forBodies = Math.max(2, threads)
  let compiled: Promise<WebAssembly.Module> | undefined
  const engine = () => {
    compiled ??= compileEngine().catch((error) => {
      compiled = undefined
      throw error
    })
    return compiled
  }
  const shared = { engine, mostWaiting, graceMilliseconds }
  const expressions = createScriptThreads({
    ...shared,
    kind: 'expressions',
    threads,
    threadsOfGroup: threads,
  })
  const threadsOfGroup = Math.ceil(forBodies / 2)
  const bodies = createScriptThreads({ ...shared, kind: 'bodies', threads: forBodies, threadsOfGroup })

  const boundsOf = (limits: ScriptLimits, usual: typeof OF_BODIES): ScriptBounds => {
    const { milliseconds, bytes, outputBytes } = { ...usual, ...limits }
    return { milliseconds, bytes: Math.min(bytes, MOST_BYTES), outputBytes }
  }

  return {
    async evaluate(texts, variables, limits = {}) {
      if (texts.length === 0) return []
      const bounds = boundsOf(limits, OF_EXPRESSIONS)
      const given = variablesOf(variables, texts, bounds)
      const task = { do: 'evaluate', expressions: texts, ...given, ...bounds } as const
      return valuesOf(await expressions.do(task, turnOf(limits)))
    },
    async run(code, variables, limits = {}) {
      const bounds = boundsOf(limits, OF_BODIES)
      const seed = [...new Int32Array(Uint8Array.from(randomBytes(16)).buffer)]
      const task = { do: 'run', code, seed, ...variablesOf(variables, [code], bounds), ...bounds } as const
      const reply = await bodies.do(task, turnOf(limits))
      return { value: valuesOf(reply)[0], logs: reply.logs }
    },
    async check(code, form) {
      const bounds = boundsOf({}, OF_EXPRESSIONS)
      if (isTooLong([code], bounds)) return tooLong()
      const { fault } = await expressions.do({ do: 'check', code, form, ...bounds }, turnOf({}))
      return fault && faultFrom(fault, [])
    },
    async close() {
      await Promise.all([expressions.close(), bodies.close()])
    },
  }
}

function turnOf({ group = '', signal }: ScriptLimits): Turn {
  return { group, signal }
}

function variablesOf(variables: Variables, texts: readonly string[], bounds: ScriptBounds) {
  const names = Object.keys(variables)
  const odd = names.find((name) => !isVariableName(name))
  if (odd !== undefined) {
    throw new ScriptFault('script_syntax', `${JSON.stringify(odd)} cannot be the name of a variable`)
  }
  const values = JSON.stringify(Object.values(variables))
  if (isTooLong([...texts, values], bounds)) throw tooLong()
  return { names, values }
}

/** A character takes up to three bytes on its way in, before any of the script's own begin. */
function isTooLong(texts: readonly string[], { bytes }: ScriptBounds): boolean {
  return texts.reduce((sum, text) => sum + text.length, 0) * 3 > bytes
}

function tooLong(): ScriptFault {
  return new ScriptFault('script_out_of_memory', 'the script and its variables are larger than its memory')
}

function valuesOf({ texts, fault, logs }: ThreadReply): unknown[] {
  if (fault) throw faultFrom(fault, logs)
  return texts.map(parseJson)
}

function faultFrom({ code, message, line, expression }: ThreadFault, logs: readonly string[]): ScriptFault {
  return new ScriptFault(code, message, { line, expression, logs })
}
