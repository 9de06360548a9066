import { Type } from 'typebox'
import { job } from '../job.ts'

/** Known to a test and to the process that the test kills. */
export const heldJob = job('test.held', {
  payload: Type.Object({}),
  retry: [1],
  run: ({ onRun }: { onRun(attempt: number): Promise<void> }, _, { attempt }) => onRun(attempt),
})
