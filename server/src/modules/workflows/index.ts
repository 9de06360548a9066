/** Workflows: what an app does by itself, step by step, and the runs of it. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { analyzeRun } from './analysis/analyze-run.ts'
import { workflowArchive } from './archive.ts'
import { archiveWorkflow } from './archive-workflow.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { workerStore } from './engine/worker-store.ts'
import { sealedHooks } from './hook-token.ts'
import { listWorkflowVersions } from './list-workflow-versions.ts'
import { listWorkflows } from './list-workflows.ts'
import { pauseWorkflow } from './pause-workflow.ts'
import { purgeRuns } from './purge-runs.ts'
import { readWorkflow } from './read-workflow.ts'
import { cancelRun } from './runs/cancel-run.ts'
import { decideStep } from './runs/decide-step.ts'
import { listAllRuns } from './runs/list-all-runs.ts'
import { listRuns } from './runs/list-runs.ts'
import { readRun } from './runs/read-run.ts'
import { runRoomKind } from './runs/run-room.ts'
import { runWorkflow } from './runs/run-workflow.ts'
import { startWorkflow } from './start-workflow.ts'
import { receiveWorkflowHook } from './triggers/receive-workflow-hook.ts'
import { startDueWorkflows } from './triggers/start-due-workflows.ts'
import { startOnPublish } from './triggers/start-on-publish.ts'
import { updateWorkflow } from './update-workflow.ts'

export type { Explanation } from './analysis/explanation.ts'
export { createEngine, type Engine } from './engine/engine.ts'
export { findWorkflows } from './named-workflows-store.ts'
export { countFailedRuns } from './runs/failed-runs-store.ts'
export { createRunFeed, type RunFeed } from './runs/run-feed.ts'
export { createEntityWorkflows, type EntityWorkflows } from './triggers/entity-workflows.ts'
export { createWorkflowTriggers } from './triggers/record-triggers.ts'
export {
  type FailedWorkflow,
  failedWorkflows,
  type WaitingDecision,
  waitingDecisions,
} from './trouble-store.ts'
export type { ActingRun, Alongside, WorkflowCalls } from './workflow-calls.ts'
export { followChanges } from './workflow-changes.ts'

export const workflows = module<Deps>('workflows', {
  handlers: [
    handle(operations.workflows.list, listWorkflows),
    handle(operations.workflows.create, createWorkflow),
    handle(operations.workflows.read, readWorkflow),
    handle(operations.workflows.update, updateWorkflow),
    handle(operations.workflows.archive, archiveWorkflow),
    handle(operations.workflows.list_versions, listWorkflowVersions),
    handle(operations.workflows.start, startWorkflow),
    handle(operations.workflows.pause, pauseWorkflow),
    handle(operations.workflows.run, runWorkflow),
    handle(operations.workflows.receive, receiveWorkflowHook),
    handle(operations.runs.list, listRuns),
    handle(operations.runs.list_all, listAllRuns),
    handle(operations.runs.read, readRun),
    handle(operations.runs.cancel, cancelRun),
    handle(operations.runs.decide, decideStep),
    handle(operations.runs.analyze, analyzeRun),
  ],
  rooms: [runRoomKind],
  schedules: [every('* * * * *', startDueWorkflows), every('47 * * * *', purgeRuns)],
  listeners: [startOnPublish, deleteAppData],
  takeOver: ({ db, clock }) => workerStore(db).freeAllRuns(clock.now()),
  archive: workflowArchive,
  sealed: sealedHooks,
})
