/** docs/tests.md is held against contract and code: its examples can be sent, and it leaves no code, field or limit out. */
import { readFile } from 'node:fs/promises'
import { allOperations } from '@atrium/contract'
import {
  DEFAULT_STEP_MS,
  EXPECTATIONS,
  FLOW_STEP_KINDS,
  MAX_FLOW_STEPS,
  PAGE_ACTIONS,
  StepParams,
  Target,
} from '@atrium/contract/flow-steps'
import { createFlow, DEFAULT_RUN_SECONDS, MAX_ALLOWED_HOSTS, MAX_FLOWS } from '@atrium/contract/flows'
import { MAX_OPEN_RECORDINGS, MAX_RECORDED_ACTIONS, RECORDING_HOURS } from '@atrium/contract/recordings'
import { testErrors } from '@atrium/contract/test-errors'
import {
  ARTIFACT_DAYS,
  MAX_NOTED_PROBLEMS,
  MAX_OPEN_TEST_RUNS,
  TEST_FAULTS,
  TestReport,
} from '@atrium/contract/test-runs'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { MAX_NODES } from '../../ports/browser/port.ts'
import { MOST_RUN_BYTES } from './runs/evidence.ts'
import { RUNS_PER_APP, RUNS_PER_FLOW } from './runs/purge-test-runs.ts'

const text = await readFile(new URL('../../../../docs/tests.md', import.meta.url), 'utf8')
const flows = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => JSON.parse(json))

test.each(flows.map((flow) => [flow.name, flow]))('the example “%s” can be sent', (_, flow) => {
  expect([...Value.Errors(createFlow.body, flow)]).toEqual([])
  const unknown = Object.keys(flow).filter((name) => !(name in createFlow.body.properties))
  expect(unknown).toEqual([])
})

test('everything that a step may say is there', () => {
  const names = [
    ...FLOW_STEP_KINDS,
    ...PAGE_ACTIONS,
    ...EXPECTATIONS,
    ...Object.keys(StepParams.properties),
    ...Object.keys(Target.properties),
  ]
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('every field of a test, every fault and refusal, and every category is there', () => {
  const { failure_category } = TestReport.properties
  const categories = JSON.stringify(failure_category).match(/[a-z]+_[a-z]+|flaky|environment/g) ?? []
  const names = [
    ...Object.keys(createFlow.body.properties),
    ...TEST_FAULTS,
    ...Object.keys(testErrors),
    ...categories,
  ]
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test.each([
  [`${MAX_FLOWS}`, 'tests of an app'],
  [`${MAX_FLOW_STEPS}`, 'steps of a test'],
  [`${DEFAULT_RUN_SECONDS / 60} minutes`, 'a step, a run'],
  [`${MAX_OPEN_TEST_RUNS};`, 'runs of an app that wait or run'],
  [`${MAX_ALLOWED_HOSTS}`, 'hosts that are allowed in addition'],
  [`${ARTIFACT_DAYS} days`, 'evidence'],
  [`${MOST_RUN_BYTES / 2 ** 20} MiB`, 'evidence'],
  [`${MAX_OPEN_RECORDINGS},`, 'open recordings of an app'],
  [`for ${RECORDING_HOURS} hours`, 'open recordings of an app'],
  [`${MAX_NODES}`, 'the page as text'],
  [`${RUNS_PER_FLOW.toLocaleString('en')} of a test`, 'runs that are kept'],
  [`${RUNS_PER_APP.toLocaleString('en')} of an app`, 'runs that are kept'],
  [`${rateOf('test_runs.start')} each`, 'starts and cancellations a minute'],
  [`${rateOf('test_runs.cancel')} each`, 'starts and cancellations a minute'],
  [`${rateOf('flows.create')}`, 'other calls a minute'],
  [`artifacts ${rateOf('test_runs.read_artifact')}`, 'other calls a minute'],
  [`${rateOf('recordings.create')} begun`, 'other calls a minute'],
  [`${rateOf('recordings.delete')} deleted`, 'other calls a minute'],
  [`sends ${rateOf('recordings.send')}`, 'other calls a minute'],
])('the limit %s is that of the code: %s', (limit, what) => {
  expect(text.split('\n').find((line) => line.startsWith(`| ${what} |`))).toContain(limit)
})

test('numbers in sentences are those of the contract', () => {
  expect(text).toContain(`up to ${MAX_NOTED_PROBLEMS} errors of its console`)
  expect(text).toContain(`\`timeout_ms\` (${DEFAULT_STEP_MS.toLocaleString('en')} unless set`)
  expect(text).toContain(`It takes actions for two hours, ${MAX_RECORDED_ACTIONS} of them`)
})

function rateOf(name: string): number | undefined {
  return allOperations.find((operation) => operation.name === name)?.limit?.per_minute
}
