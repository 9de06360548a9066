import { describe, expect, test } from 'vitest'
import type { FakeNode } from '../../../ports/browser/test/fake-browser.ts'
import { CLICK_SAVE, makeStep, openStepScene, refOf, scriptedReader } from '../test/step-scene.ts'
import type { StepChoice } from './step-reader.ts'

const click = (ref: string): StepChoice => ({ kind: 'act', action: 'click', ref, value: null })
const see = (value: string): StepChoice => ({
  ...{ kind: 'assert', expect: 'visible', ref: null, value, count: null },
})
const clicking = (name: string) => scriptedReader((request) => click(refOf(request, name)))
const button = (name: string): FakeNode => ({ role: 'button', name })

describe('a step that nobody knows yet', () => {
  test('is understood by the reader, done, and learned by role and name', async () => {
    const { reader, asked } = clicking('Save')
    const { perform, happened } = await openStepScene([button('Save'), button('Cancel')], { reader })
    expect(await perform(makeStep('act', { instruction: 'Click Save' }))).toEqual({
      status: 'passed',
      error: null,
      resolved_by: 'rules',
      performed: { action: 'click', target: CLICK_SAVE.target, value: null },
      healed: null,
      extracted: null,
      learned: CLICK_SAVE,
      model_calls: 0,
    })
    expect(happened).toEqual(['click button "Save"'])
    expect(asked).toMatchObject([{ goal: 'Buy a lamp', step: { instruction: 'Click Save' } }])
  })

  test('is done by what it learned without a reader', async () => {
    const { perform, happened } = await openStepScene([button('Save')], { cached: CLICK_SAVE })
    expect(await perform(makeStep('act'))).toMatchObject({
      ...{ status: 'passed', resolved_by: 'cache', learned: null, healed: null },
      performed: { action: 'click', target: CLICK_SAVE.target },
    })
    expect(happened).toEqual(['click button "Save"'])
  })

  test('waits for the page, and looks again only when that has changed', async () => {
    const late = { ...button('Save'), from_look: 4 }
    const { reader, asked } = scriptedReader((request) => {
      const ref = refOf(request, 'Save')
      return ref === 'nothing'
        ? { kind: 'not_understood', reason: 'There is no “Save”.', is_missing: true }
        : click(ref)
    })
    const { perform } = await openStepScene([late], { reader })
    expect(await perform(makeStep('act', { timeout_ms: 20_000 }))).toMatchObject({ status: 'passed' })
    expect(asked).toHaveLength(2)
  })

  test.each([
    [true, 'element_not_found'],
    [false, 'not_understood'],
  ])('fails with the reason of the reader when the time is over: missing %s', async (is_missing, code) => {
    const { reader } = scriptedReader(() => ({
      kind: 'not_understood',
      reason: 'There is none.',
      is_missing,
    }))
    const { perform } = await openStepScene([], { reader })
    const outcome = await perform(makeStep('act', { timeout_ms: 100 }))
    expect(outcome).toMatchObject({ status: 'failed', error: { code, message: 'There is none.' } })
  })

  test('cannot be done without a reader', async () => {
    const { perform } = await openStepScene([button('Save')])
    expect(await perform(makeStep('act'))).toMatchObject({
      ...{ status: 'failed', resolved_by: null, error: { code: 'model_unavailable' } },
    })
    const other = { ...CLICK_SAVE, kind: 'assert' as const, action: null, expect: 'visible' as const }
    expect(await perform(makeStep('act'), { cached: other })).toMatchObject({
      error: { code: 'model_unavailable' },
    })
  })

  test('that reads keeps the text under its name', async () => {
    const { reader } = scriptedReader((request) => ({ kind: 'extract', ref: refOf(request, 'Order 7') }))
    const { perform, context } = await openStepScene([{ role: 'status', name: 'Order 7' }], { reader })
    const outcome = await perform(makeStep('extract', { params: { as: 'order' } }))
    expect(outcome).toMatchObject({ status: 'passed', extracted: 'Order 7', learned: { kind: 'extract' } })
    expect(context.values.get('order')).toBe('Order 7')
  })
})

describe('what a reader may not choose', () => {
  const chosen = async (
    kind: 'navigate' | 'act' | 'assert' | 'wait',
    choice: StepChoice,
    instruction = 'Do it',
  ) => {
    const { reader } = scriptedReader(() => choice)
    const { perform, happened } = await openStepScene([button('Save')], { reader })
    const { error } = await perform(makeStep(kind, { instruction, timeout_ms: 100 }))
    return [error?.code ?? 'passed', happened]
  }

  test.each<[string, Parameters<typeof chosen>, string]>([
    ['to act where it should look', ['assert', click('e1')], 'not_understood'],
    ['to look where it should act', ['act', see('Save')], 'not_understood'],
    [
      'to wait a while where it should look',
      ['assert', { kind: 'wait', milliseconds: 1, ref: null, text: null }],
      'not_understood',
    ],
    ['what is not on the page', ['act', click('e99')], 'not_understood'],
    ['to click nothing', ['act', { kind: 'act', action: 'click', ref: null, value: null }], 'not_understood'],
    ['to type nothing', ['act', { kind: 'act', action: 'fill', ref: 'e1', value: null }], 'not_understood'],
    ['another host', ['navigate', { kind: 'navigate', path: 'https://pay.test/' }], 'host_not_allowed'],
    ['code', ['navigate', { kind: 'navigate', path: 'javascript:alert(1)' }], 'host_not_allowed'],
  ])('%s', async (_, given, code) => {
    expect(await chosen(...given)).toEqual([code, []])
  })

  test('but the host that the step names, and a click that opens a page', async () => {
    const pay: StepChoice = { kind: 'navigate', path: 'https://pay.test/' }
    expect(await chosen('navigate', pay, 'Open https://pay.test/')).toEqual(['passed', ['goto /']])
    expect(await chosen('navigate', click('e1'))).toEqual(['passed', ['click button "Save"']])
    expect(await chosen('wait', see('Save'))).toEqual(['passed', []])
  })

  test('secrets that the step does not name are not filled in', async () => {
    const typed: (string | null)[] = []
    const note = (value: string | null) => {
      typed.push(value)
      return {}
    }
    const { reader, asked } = scriptedReader(() => ({
      ...{ kind: 'act', action: 'fill', ref: 'e1', value: '{{secrets.KEY}} {{secrets.OTHER}}' },
    }))
    const values = new Map([
      ['secrets.KEY', 'very-secret'],
      ['secrets.OTHER', 'other-secret'],
    ])
    const nodes = [{ role: 'textbox', name: 'Key', does: { fill: note } }]
    const { perform } = await openStepScene(nodes, { reader, values, secrets: [...values.values()] })
    const outcome = await perform(makeStep('act', { instruction: 'Type {{secrets.KEY}} into Key' }))
    expect(typed).toEqual(['very-secret {{secrets.OTHER}}'])
    // The reader learns of no secret, nor does what is kept.
    expect(asked[0]?.step.instruction).toBe('Type {{secrets.KEY}} into Key')
    expect(outcome.learned?.value).toBe('{{secrets.KEY}} {{secrets.OTHER}}')
    expect(outcome.performed?.value).toBe('[redacted] {{secrets.OTHER}}')
  })
})

describe('a model', () => {
  test('is asked a few times at most, and its calls are counted', async () => {
    let round = 0
    const { reader, asked } = scriptedReader(() => ({ kind: 'not_understood', reason: 'No.' }), 'model')
    const scene = await openStepScene([button('Help')], { reader })
    const { snapshot } = scene.session
    const changing = {
      ...scene.session,
      snapshot: async () => ({ ...(await snapshot()), text: `${round++}` }),
    }
    const outcome = await scene.perform(makeStep('act', { timeout_ms: 200 }), { session: changing })
    expect(outcome).toMatchObject({ status: 'failed', resolved_by: null, model_calls: asked.length })
    expect(asked.length).toBeLessThanOrEqual(3)
    expect(asked.length).toBeGreaterThanOrEqual(1)
  })
})
