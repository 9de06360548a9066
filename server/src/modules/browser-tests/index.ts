/** Automated tests of apps in a real browser: flows, their runs with evidence, and recording them. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { testArchive } from './archive.ts'
import { deleteAppData } from './delete-app-data.ts'
import type { Deps } from './deps.ts'
import { createFlow } from './flows/create-flow.ts'
import { deleteFlow } from './flows/delete-flow.ts'
import { listFlows } from './flows/list-flows.ts'
import { readFlow } from './flows/read-flow.ts'
import { readFlowStats } from './flows/read-flow-stats.ts'
import { startDueFlows } from './flows/start-due-flows.ts'
import { testOnPublish } from './flows/test-on-publish.ts'
import { updateFlow } from './flows/update-flow.ts'
import { createRecording } from './recordings/create-recording.ts'
import { deleteRecording } from './recordings/delete-recording.ts'
import { readRecorderScript } from './recordings/read-recorder-script.ts'
import { readRecording } from './recordings/read-recording.ts'
import { sendRecordedActions } from './recordings/send-recorded-actions.ts'
import { cancelTestRun } from './runs/cancel-test-run.ts'
import { carryOutTestRun } from './runs/carry-out-test-run.ts'
import { listTestRuns } from './runs/list-test-runs.ts'
import { purgeTestRuns } from './runs/purge-test-runs.ts'
import { readTestArtifact } from './runs/read-test-artifact.ts'
import { readTestReport } from './runs/read-test-report.ts'
import { readTestRun } from './runs/read-test-run.ts'
import { resumeTestRuns } from './runs/resume-test-runs.ts'
import { startTestRun } from './runs/start-test-run.ts'
import { testRunStore } from './runs/test-run-store.ts'

export type { Deps as TestDeps } from './deps.ts'
export { findFlows } from './flows/named-flows-store.ts'
export { type ImportedRun, type ImportedTests, importTests } from './import-tests.ts'
export { takeTestRuns } from './runs/carry-out-test-run.ts'
export { writeReport } from './runs/report/write-report.ts'
export { followTestRuns } from './runs/test-run-changes.ts'
export type { TestNotices } from './test-notices.ts'
export type { TestedApps, TestUser } from './tested-apps.ts'
export { type FailingTest, failingTests } from './trouble-store.ts'

export const browserTests = module<Deps>('browser-tests', {
  handlers: [
    handle(operations.flows.list, listFlows),
    handle(operations.flows.create, createFlow),
    handle(operations.flows.read, readFlow),
    handle(operations.flows.update, updateFlow),
    handle(operations.flows.delete, deleteFlow),
    handle(operations.flows.stats, readFlowStats),
    handle(operations.test_runs.list, listTestRuns),
    handle(operations.test_runs.start, startTestRun),
    handle(operations.test_runs.read, readTestRun),
    handle(operations.test_runs.cancel, cancelTestRun),
    handle(operations.test_runs.report, readTestReport),
    handle(operations.test_runs.read_artifact, readTestArtifact),
    handle(operations.recordings.create, createRecording),
    handle(operations.recordings.read, readRecording),
    handle(operations.recordings.delete, deleteRecording),
    handle(operations.recordings.send, sendRecordedActions),
    handle(operations.recordings.script, readRecorderScript),
  ],
  jobs: [carryOutTestRun],
  schedules: [
    every('* * * * *', resumeTestRuns),
    every('* * * * *', startDueFlows),
    every('7 4 * * *', purgeTestRuns),
  ],
  listeners: [testOnPublish, deleteAppData],
  takeOver: ({ db }) => testRunStore(db).releaseAll(),
  archive: testArchive,
})
