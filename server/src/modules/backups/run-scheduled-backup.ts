import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'

export const runScheduledBackup = job('backups.run', {
  payload: Type.Object({}),
  retry: [600, 3600],
  timeoutSeconds: 6 * 3600,
  run: ({ backups }: Deps, _payload, { signal }) => backups.take(signal),
})

export const verifyScheduledBackup = job('backups.verify', {
  payload: Type.Object({}),
  retry: [3600],
  timeoutSeconds: 6 * 3600,
  run: ({ backups }: Deps, _payload, { signal }) => backups.verify(signal),
})
