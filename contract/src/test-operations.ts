import * as flows from './flows.ts'
import * as recordings from './recordings.ts'
import * as testRuns from './test-runs.ts'

/** Automated tests of an app in a browser: the tests, their runs, and recording them. */
export const testOperations = {
  flows: {
    list: flows.listFlows,
    create: flows.createFlow,
    read: flows.readFlow,
    update: flows.updateFlow,
    delete: flows.deleteFlow,
    stats: flows.readFlowStats,
  },
  test_runs: {
    list: testRuns.listTestRuns,
    start: testRuns.startTestRun,
    read: testRuns.readTestRun,
    cancel: testRuns.cancelTestRun,
    report: testRuns.readTestReport,
    read_artifact: testRuns.readTestArtifact,
  },
  recordings: {
    create: recordings.createRecording,
    read: recordings.readRecording,
    delete: recordings.deleteRecording,
    send: recordings.sendRecordedActions,
    script: recordings.readRecorderScript,
  },
} as const
