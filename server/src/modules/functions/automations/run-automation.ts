import { Type } from 'typebox'
import { ApiError } from '../../../platform/errors.ts'
import { job } from '../../../platform/jobs/job.ts'
import { runFunction } from '../calls/run-function.ts'
import { deploymentStore } from '../deployments/deployment-store.ts'
import type { Deps } from '../deps.ts'
import type { RunRow } from '../tables.ts'
import { automationStore } from './automation-store.ts'
import { runStore } from './run-store.ts'

/** Seconds after each try that failed. */
const RETRY = [10, 60, 300] as const

/** Calls the function of an automation. Answers of 4xx are not tried again: the same would come. */
export const runAutomation = job('functions.run_automation', {
  payload: Type.Object({ run_id: Type.String() }),
  retry: RETRY,
  timeoutSeconds: 900,
  async run(deps: Deps, { run_id }, { attempt, signal }) {
    const { db, clock } = deps
    const store = runStore(db)
    const run = await store.find(run_id)
    if (!run || run.status === 'succeeded' || run.status === 'failed') return
    await store.start(run.id, attempt, clock.now())
    const outcome = await callFor(deps, run, signal)
    signal.throwIfAborted() // the server stops: the same try is made again
    const isLast = outcome === null || outcome.isFinal || attempt > RETRY.length
    if (isLast) {
      await store.end(run.id, outcome ? 'failed' : 'succeeded', outcome?.error ?? null, clock.now())
      return
    }
    await store.wait(run.id, outcome.error)
    throw new Error(outcome.error)
  },
})

/** Null when it succeeded. */
async function callFor(deps: Deps, run: RunRow, signal: AbortSignal) {
  const { db, access } = deps
  const { app_id, function_name: name } = run
  const found = await deploymentStore(db).findActive(app_id, name)
  if (!found) return { error: 'The function was deleted before this run', isFinal: true }
  if (!(await automationStore(db).exists(run.automation_id)))
    return { error: 'The automation was removed before this run', isFinal: true }
  const visitor = { request_id: run.id, address: '127.0.0.1' }
  const body = Buffer.from(JSON.stringify(run.payload))
  try {
    const service = await access.service(visitor, app_id, name)
    const { status, body: answered } = await runFunction(deps, {
      ...found,
      trigger: 'automation',
      depth: run.depth + 1,
      // Nobody else is there whom it could act as.
      caller: { visitor, user: null, secret: null, identity: service },
      request: {
        method: 'POST',
        url: `/api/apps/${app_id}/functions/${name}`,
        headers: [
          ['content-type', 'application/json'],
          ['content-length', String(body.length)],
          ['x-request-id', visitor.request_id],
        ],
        body: once(body),
        signal,
      },
    })
    // To its end: the function may be at work until then.
    if (answered && !(answered instanceof Uint8Array)) for await (const _ of answered);
    return status < 400 ? null : { error: `The function answered ${status}`, isFinal: status < 500 }
  } catch (refusal) {
    const isKnown = refusal instanceof ApiError
    if (!isKnown) deps.log.warn({ err: refusal, run_id: run.id }, 'the run of an automation failed')
    return {
      error: isKnown ? refusal.message : 'The function ended before its answer was whole',
      isFinal: false,
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
