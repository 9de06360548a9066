/** docs/tests.md is held against the contract: its examples can be sent, and it leaves no code, field or limit out. */
import { readFile } from 'node:fs/promises'
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
import { MAX_RECORDED_ACTIONS, RECORDING_HOURS } from '@atrium/contract/recordings'
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
  [`for ${RECORDING_HOURS} hours`, 'open recordings of an app'],
])('the limit %s is that of the contract: %s', (limit, what) => {
  expect(text.split('\n').find((line) => line.startsWith(`| ${what} |`))).toContain(limit)
})

test('numbers in sentences are those of the contract', () => {
  expect(text).toContain(`up to ${MAX_NOTED_PROBLEMS} errors of its console`)
  expect(text).toContain(`\`timeout_ms\` (${DEFAULT_STEP_MS.toLocaleString('en')} unless set`)
  expect(text).toContain(`It takes actions for two hours, ${MAX_RECORDED_ACTIONS} of them`)
})
