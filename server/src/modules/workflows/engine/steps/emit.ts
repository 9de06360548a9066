import type { EmitTask } from '@atrium/contract/workflow-definition'
import { transaction } from '../../../../platform/database/transaction.ts'
import { type Done, fill, type Step } from '../held-run.ts'
import { listenerStore } from '../listener-store.ts'
import { withOutput } from '../store-output.ts'

/** Gives the event to all runs of the app that listen for it now, once. */
export async function emit(step: Step<EmitTask>): Promise<Done> {
  const { held, task, row } = step
  if (row.output !== null) return { output: row.output }
  const { run, deps } = held
  const event = (await fill(step, task.emit.event.with)) as { type: string; data?: unknown }
  const output = { type: event.type, data: event.data ?? null }
  await withOutput(step, (alongside) =>
    transaction(deps.db, async (tx) => {
      await alongside(tx, output)
      await listenerStore(tx).deliver(run.app_id, event.type, output, deps.clock.now())
    }),
  )
  return { output }
}
