import { describe, expect, test } from 'vitest'
import type { FakeNode } from '../../../ports/browser/test/fake-browser.ts'
import { ModelUnavailable } from '../../../ports/language-model/port.ts'
import { CLICK_SAVE, makeStep, openStepScene, refOf, scriptedReader } from '../test/step-scene.ts'
import type { CachedAction } from './cached-action.ts'
import type { StepChoice } from './step-reader.ts'

const click = (ref: string): StepChoice => ({ kind: 'act', action: 'click', ref, value: null })
const see = (value: string): StepChoice => ({
  ...{ kind: 'assert', expect: 'visible', ref: null, value, count: null },
})
const clicking = (name: string) => scriptedReader((request) => click(refOf(request, name)))
const button = (name: string): FakeNode => ({ role: 'button', name })

const item = (name: string): FakeNode[] => [
  { role: 'listitem', name },
  { ...button('Add'), depth: 1, does: { click: { show: [{ role: 'status', name: `${name} added` }] } } },
]

describe('what was learned', () => {
  test('holds for other values', async () => {
    const { reader, asked } = clicking('Order 7 of Ada')
    const scene = await openStepScene([button('Order 7 of Ada'), button('Order 8 of Ada')], { reader })
    const step = makeStep('act', { instruction: 'Click {{order}}' })
    const { learned } = await scene.perform(step, { values: new Map([['order', 'Order 7']]) })
    expect(asked[0]?.step.instruction).toBe('Click “Order 7”')
    expect(learned).toMatchObject({ target: { name: '{{order}} of Ada' }, name: '{{order}} of Ada' })
    const again = { values: new Map([['order', 'Order 8']]), cached: learned, reader: null }
    expect(await scene.perform(step, again)).toMatchObject({ resolved_by: 'cache', status: 'passed' })
    expect(scene.happened).toEqual(['click button "Order 7 of Ada"', 'click button "Order 8 of Ada"'])
  })

  test('is nothing where it would do the same for another value', async () => {
    const nodes = ['1', '2', 'L', 'S'].map(button)
    const scene = await openStepScene(nodes)
    for (const [value, name] of [
      ['2', '2'],
      ['Large', 'L'],
    ] as const) {
      const { reader } = clicking(name)
      const step = makeStep('act', { instruction: 'Click {{choice}}' })
      const outcome = await scene.perform(step, { reader, values: new Map([['choice', value]]) })
      expect(outcome).toMatchObject({ status: 'passed', learned: null })
    }
  })

  test('holds no secret that the page shows', async () => {
    const { reader } = clicking('[redacted]')
    const scene = await openStepScene([button('very-secret')], { reader, secrets: ['very-secret'] })
    const outcome = await scene.perform(makeStep('act'))
    expect(outcome).toMatchObject({ status: 'passed', learned: null })
    expect(JSON.stringify(outcome)).not.toContain('very-secret')
  })

  test('of a page that was loaded again is that, not its address', async () => {
    const { reader } = scriptedReader(({ snapshot }) => ({ kind: 'navigate', path: snapshot.url }))
    const scene = await openStepScene([], { reader })
    const { learned } = await scene.perform(makeStep('navigate', { instruction: 'Reload the page' }))
    await scene.session.goto('https://shop.test/cart', 100)
    const again = await scene.perform(makeStep('navigate'), { cached: learned, reader: null })
    expect(again).toMatchObject({ status: 'passed', resolved_by: 'cache' })
    expect(scene.happened).toEqual(['goto /', 'goto /cart', 'goto /cart'])
  })

  test('is nothing where only the place of an element without a name says which one it is', async () => {
    const { reader } = scriptedReader(() => click('e1'))
    const scene = await openStepScene([{ role: 'button' }, { role: 'button' }], { reader })
    expect(await scene.perform(makeStep('act'))).toMatchObject({ status: 'passed', learned: null })
  })

  test('holds the name that the words give to what they read', async () => {
    const { reader } = scriptedReader((request) => ({
      ...{ kind: 'extract', ref: refOf(request, 'Order 7'), as: 'order' },
    }))
    const scene = await openStepScene([{ role: 'status', name: 'Order 7' }], { reader })
    const step = makeStep('extract', { instruction: 'Remember the order as {{order}}' })
    const { learned } = await scene.perform(step)
    expect(learned).toMatchObject({ kind: 'extract', as: 'order' })
    expect(scene.context.values.get('order')).toBe('Order 7')
    const values = new Map<string, string>()
    expect(await scene.perform(step, { values, cached: learned, reader: null })).toMatchObject({
      ...{ resolved_by: 'cache', extracted: 'Order 7' },
    })
    expect(values.get('order')).toBe('Order 7')
  })

  test('may name what is not there yet', async () => {
    const { reader } = scriptedReader(() => ({
      ...{
        kind: 'wait',
        milliseconds: null,
        ref: null,
        text: 'Done',
        target: { role: 'status', name: 'Done' },
      },
    }))
    const late = { role: 'status', name: 'Done', from_look: 3 }
    const scene = await openStepScene([late], { reader })
    const outcome = await scene.perform(makeStep('wait', { timeout_ms: 20_000 }))
    expect(outcome).toMatchObject({
      ...{ status: 'passed', learned: { target: { role: 'status', name: 'Done' }, role: null } },
    })
    const assert = scriptedReader(() => ({
      ...{ kind: 'assert', expect: 'disabled', ref: null, value: null, count: null },
      target: { role: 'status' },
    }))
    const { error } = await scene.perform(makeStep('assert', { timeout_ms: 100 }), { reader: assert.reader })
    expect(error?.message).toBe('Expected status to be disabled, but it is enabled.')
  })

  test('leads to paths wherever the run begins', async () => {
    const { reader } = scriptedReader(() => ({ kind: 'navigate', path: 'https://shop.test/cart?a=1' }))
    const scene = await openStepScene([], { reader })
    expect((await scene.perform(makeStep('navigate'))).learned?.path).toBe('/cart?a=1')
  })

  test('of what has gone is nothing, since another thing in its place would not be seen', async () => {
    const scene = await openStepScene([{ role: 'status', name: 'Loading', until_look: 4 }])
    const { reader } = scriptedReader((request) => ({
      ...{ kind: 'assert', expect: 'hidden', ref: refOf(request, 'Loading'), value: null, count: null },
    }))
    const outcome = await scene.perform(makeStep('assert', { timeout_ms: 20_000 }), { reader })
    expect(outcome).toMatchObject({ status: 'passed', learned: null })
  })

  test('of a number are all elements of that role', async () => {
    const { reader } = scriptedReader((request) => ({
      ...{ kind: 'assert', expect: 'count', ref: refOf(request, 'Lamp'), value: null, count: 2 },
    }))
    const items = ['Lamp', 'Table'].map((name) => ({ role: 'listitem', name }))
    const scene = await openStepScene(items, { reader })
    const { status, learned } = await scene.perform(makeStep('assert'))
    expect(status).toBe('passed')
    expect(learned).toMatchObject({ target: { role: 'listitem' }, role: null, count: 2 })
    const more = await openStepScene([...items, { role: 'listitem', name: 'Sofa' }], { cached: learned })
    expect(await more.perform(makeStep('assert', { timeout_ms: 100 }))).toMatchObject({
      error: { code: 'assertion_failed', message: 'Expected 2 of listitem, but there are 3.' },
    })
  })
})

describe('drift', () => {
  test.each<[string, FakeNode[], CachedAction['target'], string]>([
    ['it has another name', [button('Save all')], CLICK_SAVE.target, 'Button “Save” was not found any more.'],
    [
      'its place has another element',
      [{ role: 'link', name: 'Help', test_id: 'save' }, button('Save all')],
      { test_id: 'save' },
      'In place of button “Save” there is now link “Help”.',
    ],
    [
      'there are several',
      [button('Save'), button('Save'), button('Save all')],
      CLICK_SAVE.target,
      'There are now 2 of button “Save”.',
    ],
  ])('is healed by the reader and recorded: %s', async (_, nodes, target, reason) => {
    const { reader } = clicking('Save all')
    const scene = await openStepScene(nodes, { reader, cached: { ...CLICK_SAVE, target } })
    const after = { role: 'button', name: 'Save all', exact: true }
    expect(await scene.perform(makeStep('act', { timeout_ms: 200 }))).toMatchObject({
      status: 'passed',
      resolved_by: 'rules',
      healed: { before: target, after, reason },
      learned: { ...CLICK_SAVE, target: after, name: 'Save all' },
    })
    expect(scene.happened).toEqual(['click button "Save all"'])
  })

  test('of one among several is seen by what stands around it', async () => {
    const { reader, asked } = scriptedReader(({ snapshot: { nodes } }) => {
      const at = nodes.findIndex(({ name }) => name.startsWith('Blue lamp'))
      return click(nodes[at + 1]?.ref ?? '')
    })
    const before = await openStepScene([...item('Blue lamp, 3 left'), ...item('Red lamp')], { reader })
    const { learned } = await before.perform(makeStep('act'))
    expect(learned).toMatchObject({ target: { nth: 0 }, near: 'Blue lamp, 3 left' })
    const cached = { cached: learned, reader }
    const same = await openStepScene([...item('Blue lamp, 2 left'), ...item('Red lamp')], cached)
    expect(await same.perform(makeStep('act'))).toMatchObject({ resolved_by: 'cache', learned: null })
    expect(asked).toHaveLength(1)
    const moved = await openStepScene([...item('Red lamp'), ...item('Blue lamp, 1 left')], cached)
    expect(await moved.perform(makeStep('act'))).toMatchObject({
      status: 'passed',
      resolved_by: 'rules',
      healed: {
        ...{ before: { name: 'Add', nth: 0 }, after: { name: 'Add', nth: 1 } },
        reason: 'Button “Add”, number 1, was next to “Blue lamp, 3 left”, and is now next to “Red lamp”.',
      },
    })
    expect((await moved.session.find({ text: 'Blue lamp, 1 left added' })).count).toBe(1)
    // Also where there is only one, and that is another one.
    const alone = await openStepScene(item('Blue lamp'), { reader })
    const { learned: only } = await alone.perform(makeStep('act'))
    const other = await openStepScene(item('Red lamp'), { cached: only })
    const { error } = await other.perform(makeStep('act', { timeout_ms: 100 }))
    expect(error?.message).toMatch(/^Button “Add” was next to “Blue lamp”, and is now next to “Red lamp”\./)
  })

  test.each([
    ['Order 1001 of 2026, 2 left', 'cache'],
    ['Order 1002 of 2026, 3 left', 'rules'],
    ['Order 1001 of 2025, 3 left', 'rules'],
  ])('is none when a number changes, unless the step names it: %s', async (name, resolved_by) => {
    const { reader } = scriptedReader(({ snapshot: { nodes } }) => click(nodes[1]?.ref ?? ''))
    const fields = { reader, values: new Map([['order', '1001']]) }
    const step = makeStep('act', { instruction: 'Add order {{order}} of 2026' })
    const before = [...item('Order 1001 of 2026, 3 left'), ...item('Order 7')]
    const { learned } = await (await openStepScene(before, fields)).perform(step)
    expect(learned).toMatchObject({ near: 'Order {{order}} of 2026, 3 left' })
    const later = await openStepScene([...item(name), ...item('Order 7')], { ...fields, cached: learned })
    expect(await later.perform(step)).toMatchObject({ status: 'passed', resolved_by })
  })

  test('is none when the element only comes late', async () => {
    const { reader, asked } = clicking('Save')
    const late = { ...button('Save'), from_look: 2 }
    const scene = await openStepScene([late], { reader, cached: CLICK_SAVE })
    const outcome = await scene.perform(makeStep('act', { timeout_ms: 60_000 }))
    expect(outcome).toMatchObject({ status: 'passed', resolved_by: 'cache', healed: null })
    expect(asked).toEqual([])
  })

  test('that nobody can heal says what is gone', async () => {
    const { reader } = scriptedReader(() => ({ kind: 'not_understood', reason: 'Nothing fits.' }))
    const scene = await openStepScene([button('Help')], { reader, cached: CLICK_SAVE })
    const step = makeStep('act', { timeout_ms: 100 })
    expect((await scene.perform(step)).error).toEqual({
      code: 'element_not_found',
      message: 'Button “Save” was not found any more. Nothing fits.',
    })
    expect((await scene.perform(step, { reader: null })).error).toEqual({
      code: 'element_not_found',
      message:
        'Button “Save” was not found any more. No language model is available to look for another way.',
    })
    const away = scriptedReader(() => {
      throw new ModelUnavailable('unreachable', 'quotes of a server')
    }, 'model')
    expect(await scene.perform(step, { reader: away.reader })).toMatchObject({
      model_calls: 1,
      error: {
        code: 'model_unavailable',
        message: expect.stringMatching(/^Button “Save” was not .*later\.$/),
      },
    })
    expect(scene.happened).toEqual([])
  })

  test('does not excuse a check that fails on the very element', async () => {
    const checked: CachedAction = { ...CLICK_SAVE, kind: 'assert', action: null, expect: 'enabled' }
    const { reader, asked } = scriptedReader(() => see('Save'))
    const disabled = { ...button('Save'), states: ['disabled'] }
    const scene = await openStepScene([disabled], { reader, cached: checked })
    expect((await scene.perform(makeStep('assert', { timeout_ms: 100 }))).error).toEqual({
      code: 'assertion_failed',
      message: 'Expected button “Save” to be enabled, but it is disabled.',
    })
    expect(asked).toEqual([])
  })

  test('of a text is seen by the reader, which may find the same in other words', async () => {
    const text: CachedAction = {
      ...{
        ...CLICK_SAVE,
        kind: 'assert',
        action: null,
        expect: 'visible',
        target: null,
        role: null,
        name: null,
      },
      value: 'Thanks',
    }
    const { reader } = scriptedReader(() => see('Thank you'))
    const step = makeStep('assert', { timeout_ms: 150 })
    const scene = await openStepScene([{ role: 'status', name: 'Thank you!' }], { reader, cached: text })
    expect(await scene.perform(step)).toMatchObject({
      status: 'passed',
      healed: { before: { text: 'Thanks' }, after: { text: 'Thank you' } },
    })
    const same = scriptedReader(() => see('Thanks'))
    expect((await scene.perform(step, { reader: same.reader })).error).toEqual({
      code: 'assertion_failed',
      message: 'Expected the page to show “Thanks”, but it does not. The page shows status “Thank you!”.',
    })
  })
})
