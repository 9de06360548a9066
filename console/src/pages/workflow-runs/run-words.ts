/** How a run or a step of it went, and how long it took. */
import type { WorkflowRunStep } from '@atrium/sdk'
import { RUN_STATUSES, type RunStatus } from '../../paths.ts'

interface Look {
  label: string
  tone: 'good' | 'open' | 'caution' | 'danger'
}

export const RUN_LOOKS: Record<RunStatus, Look> = {
  queued: { label: 'Waiting to begin', tone: 'open' },
  running: { label: 'Running', tone: 'open' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelling: { label: 'Being cancelled', tone: 'caution' },
  cancelled: { label: 'Cancelled', tone: 'caution' },
}

export function runStatus(status: string): Look {
  const known = RUN_STATUSES.find((each) => each === status)
  return known ? RUN_LOOKS[known] : { label: status, tone: 'open' }
}

export const STEP_LOOKS: Record<WorkflowRunStep['status'], Look> = {
  running: { label: 'Running', tone: 'open' },
  waiting: { label: 'Waiting', tone: 'open' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'caution' },
  cancelled: { label: 'Cancelled', tone: 'caution' },
}

export const isOpenRun = (status: RunStatus) =>
  status === 'queued' || status === 'running' || status === 'cancelling'

export function describeLength(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1_000)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}
