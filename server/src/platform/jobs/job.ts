import type { Static, TSchema } from 'typebox'

/** Background work as a value. Every stored one is run at least once, so `run` must stand being called twice. */
export interface Job<Deps, Payload = never> {
  name: string
  payload: TSchema
  /** Seconds to wait after each failed try; when none is left, the job has failed. */
  retry: readonly number[]
  /** A try that takes longer counts as failed. */
  timeoutSeconds: number
  run: (deps: Deps, payload: Payload, context: JobContext) => Promise<void>
}

export interface JobContext {
  /** 1 for the first try. A try that was cut short by the end of its process is repeated under the same number. */
  attempt: number
  /** Aborted when the time is up, or when the server stops and does not wait any longer. */
  signal: AbortSignal
}

/** A job that the clock starts, once for all nodes together. */
export interface Schedule<Deps> {
  cron: string
  job: Job<Deps>
}

/** `run` takes from its first parameter only what it uses; annotate it, the payload follows from the schema. */
export function job<S extends TSchema, Deps>(
  name: string,
  parts: {
    payload: S
    retry: readonly number[]
    timeoutSeconds?: number
    run(deps: Deps, payload: Static<S>, context: JobContext): Promise<void>
  },
): Job<Deps, Static<S>> {
  if (!NAME.test(name)) throw new Error(`A job cannot be named ${name}: letters, digits, _ . - / only`)
  return { name, timeoutSeconds: DEFAULT_TIMEOUT_SECONDS, ...parts }
}

/** Five fields, UTC. A run that falls into a time when no worker is up is left out. The payload is `{}`. */
export function every<Deps>(cron: string, job: Job<Deps>): Schedule<Deps> {
  return { cron, job }
}

const NAME = /^[\w.\-/]+$/
const DEFAULT_TIMEOUT_SECONDS = 300
