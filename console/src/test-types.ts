/** Names for what the API answers with about automated tests. */
import type { AnswerOf, Operations } from '@atrium/sdk'

export type Flow = AnswerOf<Operations['flows']['read']>
export type FlowSummary = AnswerOf<Operations['flows']['list']>['items'][number]
export type FlowStats = AnswerOf<Operations['flows']['stats']>
export type FlowStep = Flow['steps'][number]
export type FlowSchedule = NonNullable<Flow['schedule']>
export type StepParams = NonNullable<FlowStep['params']>
export type Target = NonNullable<StepParams['target']>
export type TestRun = AnswerOf<Operations['test_runs']['read']>
export type TestRunSummary = AnswerOf<Operations['test_runs']['list']>['items'][number]
export type TestRunStep = TestRun['steps'][number]
export type TestReport = AnswerOf<Operations['test_runs']['report']>
export type Recording = AnswerOf<Operations['recordings']['read']>
export type SentStep = Recording['steps'][number]
export type StartedRecording = AnswerOf<Operations['recordings']['create']>
