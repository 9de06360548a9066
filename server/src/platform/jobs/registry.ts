import { Ajv } from 'ajv'
import formatsPlugin from 'ajv-formats'
import type { Job, JobContext } from './job.ts'

export interface Registered {
  job: Job<never>
  cron: string | null
  /** Throws when the payload does not fit its schema. */
  check(payload: unknown): void
  run(payload: unknown, context: JobContext): Promise<void>
}

/** The jobs this server has code for, each with what it needs to run. */
export function createRegistry() {
  const byName = new Map<string, Registered>()

  function add<Deps, Payload>(job: Job<Deps, Payload>, deps: Deps, cron: string | null): void {
    if (byName.has(job.name)) throw new Error(`Two jobs are named ${job.name}`)
    byName.set(job.name, {
      job,
      cron,
      check: checkOf(job),
      // It was checked when it was stored.
      run: (payload, context) => job.run(deps, payload as Payload, context),
    })
  }

  return {
    add,
    addSchedule<Deps>(cron: string, job: Job<Deps>, deps: Deps): void {
      const known = byName.get(job.name)
      if (known?.job !== job) add(job, deps, cron)
      else if (known.cron === null) known.cron = cron
      else throw new Error(`The job ${job.name} has two schedules`)
    },
    /** The entry of exactly this job: a namesake would get a payload it does not understand. */
    of(job: Job<never>): Registered {
      const found = byName.get(job.name)
      if (found?.job !== job) throw new Error(`The job ${job.name} is not registered`)
      return found
    },
    get: (name: string) => byName.get(name),
    all: () => [...byName.values()],
    names: () => [...byName.keys()],
  }
}

export type Registry = ReturnType<typeof createRegistry>

// To check our own schemas against that of JSON Schema would take longer than all the rest of a start.
const ajv = new Ajv({ strict: false, validateSchema: false })
formatsPlugin.default(ajv)

function checkOf({ name, payload: schema }: Job<never>): (payload: unknown) => void {
  // Compiled when first needed: many jobs are never sent by this process.
  let validate: ReturnType<typeof ajv.compile> | undefined
  return (payload) => {
    validate ??= ajv.compile(schema)
    if (validate(payload)) return
    throw new Error(`The payload for ${name} is wrong: ${ajv.errorsText(validate.errors, { dataVar: '' })}`)
  }
}
