import { ApiError, type Flow } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  changesOf,
  draftOf,
  EMPTY_FLOW,
  faultsOfStep,
  moved,
  recordedDraft,
  refusedAt,
  stepDraft,
  stillRefused,
} from './flow-draft.ts'

const AT = '2026-11-16T09:30:00.000Z'
const step = (id: string, instruction: string) => ({
  ...{ id, instruction, kind: 'act' as const, params: null, timeout_ms: 10_000 },
})
const FLOW: Flow = {
  ...{ id: 'flw_1', name: 'Buy a lamp', goal: 'Buys', role: null, start_url: null },
  ...{ schedule: null, on_publish: false, next_run_at: null, last_run: null },
  ...{ created_date: AT, updated_date: AT, allowed_hosts: [], timeout_seconds: 300 },
  steps: [step('one', 'Click “Add”'), step('two', 'Click “Pay”')],
}

describe('what is sent of a test', () => {
  test('is nothing while nothing differs', () => {
    expect(changesOf(draftOf(FLOW), draftOf(FLOW))).toEqual({})
  })

  test('is only what differs', () => {
    expect(changesOf({ ...draftOf(FLOW), role: ' buyer ', on_publish: true }, draftOf(FLOW))).toEqual({
      role: 'buyer',
      on_publish: true,
    })
  })

  test('leaves out steps without words, and the kind where the words are others', () => {
    const draft = draftOf(FLOW)
    const [first, second] = draft.steps
    if (!first || !second) throw new Error('there are two')
    const steps = [{ ...first, instruction: 'See “Cart”' }, stepDraft({ instruction: ' ' }), second]
    expect(bodyOf({ ...draft, steps }).steps).toEqual([
      { id: 'one', instruction: 'See “Cart”', params: null, timeout_ms: 10_000 },
      { id: 'two', kind: 'act', instruction: 'Click “Pay”', params: null, timeout_ms: 10_000 },
    ])
  })

  test('has no kind that was only tried under Exact', () => {
    const words = stepDraft({ instruction: 'See “Cart”', kind: 'act', params: null })
    const [saved] = draftOf(FLOW).steps
    if (!saved) throw new Error('there are two')
    const steps = [words, { ...saved, kind: 'wait' as const }]
    expect(bodyOf({ ...EMPTY_FLOW, steps }).steps.map(({ kind }) => kind)).toEqual([undefined, 'act'])
  })

  test('takes over what was recorded', () => {
    const steps = [{ instruction: 'Click “Add”', kind: 'act' as const, params: { action: 'click' as const } }]
    const recording = { id: 'rcd_1', status: 'open' as const, dropped: 0, created_date: AT, expires_at: AT }
    const draft = recordedDraft({ ...recording, steps, start_url: 'https://shop.example.com/' })
    expect(bodyOf(draft)).toMatchObject({ steps, start_url: 'https://shop.example.com/' })
  })
})

test('a step goes up and down, and not over the ends', () => {
  const steps = ['a', 'b', 'c'].map((instruction) => stepDraft({ instruction }))
  const words = (list: typeof steps | ReturnType<typeof moved>) =>
    list.map((each) => each.instruction).join('')
  expect(words(moved(steps, 0, 1))).toBe('bac')
  expect(words(moved(steps, 2, -1))).toBe('acb')
  expect(words(moved(steps, 0, -1))).toBe('abc')
  expect(words(moved(steps, 2, 1))).toBe('abc')
})

test('a fault stands at its step until the step is changed', () => {
  const steps = [stepDraft({ instruction: '' }), stepDraft({ instruction: 'Click' })]
  const draft = { ...EMPTY_FLOW, steps }
  const fields = [{ loc: ['body', 'steps', 0, 'params', 'path'], msg: 'is missing', type: 'missing' }]
  const error = new ApiError(422, new Headers(), { code: 'validation_error', message: '', detail: fields })
  const faults = refusedAt(error, draft)
  expect(faultsOfStep(faults, draft, steps[1]?.key ?? '')).toEqual(['path: Is missing'])
  expect(faultsOfStep(faults, draft, steps[0]?.key ?? '')).toEqual([])
  const changed = { ...draft, steps: steps.map((each) => ({ ...each, params: { path: '/' } })) }
  expect(stillRefused(faults, changed)).toEqual([])
})
