import type { FlowStep, StepParams } from '@atrium/contract/flow-steps'
import { describe, expect, test } from 'vitest'
import type { BrowserFault } from '../../../ports/browser/port.ts'
import type { FakeNode, FakeSite } from '../../../ports/browser/test/fake-browser.ts'
import { makeStep, openStepScene, START, scriptedReader } from '../test/step-scene.ts'

const SITE: FakeSite = {
  '/': {
    title: 'Shop',
    nodes: [
      { role: 'heading', name: 'Shop' },
      { role: 'textbox', name: 'Email' },
      { role: 'textbox', name: 'Password' },
      { role: 'combobox', name: 'Size', options: ['S', 'L'] },
      { role: 'checkbox', name: 'Terms' },
      { role: 'button', name: 'Photo' },
      { role: 'button', name: 'Send', does: { click: { goto: '/done' } } },
      { role: 'button', name: 'Stuck', states: ['disabled'] },
      { role: 'button', name: 'Boom', does: { click: { crash: true } } },
      { role: 'listitem', name: 'Lamp' },
      { role: 'listitem', name: 'Table' },
    ],
    keys: { Escape: { goto: '/closed' } },
  },
  '/done': { title: 'Done', nodes: [{ role: 'status', name: 'Order 1234' }] },
  '/down': { fault: 'unreachable' },
}
const exactly = (kind: FlowStep['kind'], params: StepParams) => makeStep(kind, { params })
const act = (params: StepParams) => exactly('act', params)
const email = { label: 'Email' }

describe('a step with params', () => {
  test('does exactly what they say', async () => {
    const { perform, happened, session } = await openStepScene(SITE)
    const steps = [
      act({ action: 'fill', target: email, value: 'ada@example.com' }),
      act({ action: 'select', target: { label: 'Size' }, value: 'L' }),
      act({ action: 'check', target: { role: 'checkbox' } }),
      act({ action: 'upload', target: { text: 'Photo' }, file: { name: 'a.txt', content: 'a' } }),
      exactly('assert', { expect: 'value', target: email, value: 'ada@example.com' }),
      exactly('assert', { expect: 'checked', target: { role: 'checkbox' } }),
      exactly('assert', { expect: 'count', target: { role: 'listitem' }, count: 2 }),
      exactly('assert', { expect: 'text', value: 'lamp' }),
      exactly('assert', { target: { role: 'button', name: 'Send' } }),
      exactly('wait', { milliseconds: 1 }),
      exactly('wait', { value: 'Table' }),
      act({ action: 'press', value: 'Escape' }),
      exactly('navigate', { path: '/done?x=1' }),
    ]
    for (const step of steps)
      expect(await perform(step)).toMatchObject({ status: 'passed', resolved_by: 'explicit', error: null })
    expect(happened).toEqual([
      'fill textbox "Email" ada@example.com',
      'select combobox "Size" L',
      'check checkbox "Terms"',
      'upload button "Photo"',
      'press Escape',
      'goto /closed',
      'goto /done?x=1',
    ])
    expect(session.url()).toBe('https://shop.test/done?x=1')
  })

  test('stays within a site that lies below a path, and keeps paths of the site', async () => {
    const base = '/sites/app_1'
    const reader = scriptedReader(() => ({ kind: 'navigate', path: '/cart' })).reader
    const { perform, happened } = await openStepScene(SITE, { base })
    await perform(exactly('navigate', { path: '/cart' }))
    await perform(exactly('navigate', { path: '/sites/app_1/cart' }))
    const { learned } = await perform(makeStep('navigate', { instruction: 'Open the cart' }), { reader })
    expect(happened).toEqual(Array(3).fill('goto /sites/app_1/cart'))
    expect(learned?.path).toBe('/cart')
  })

  test('says what was done, needs no reader and teaches nothing', async () => {
    const { reader, asked } = scriptedReader(() => ({ kind: 'not_understood', reason: '' }))
    const { perform } = await openStepScene(SITE, { reader })
    expect(await perform(act({ action: 'fill', target: email, value: 'x' }))).toEqual({
      status: 'passed',
      error: null,
      resolved_by: 'explicit',
      performed: { action: 'fill', target: email, value: 'x' },
      healed: null,
      extracted: null,
      learned: null,
      model_calls: 0,
    })
    expect(asked).toEqual([])
  })

  const miss = (params: StepParams, message: string) => [params, message] as const
  test.each([
    miss({ expect: 'url', value: '/done' }, `Expected the address to be “/done”, but it is “${START}”.`),
    miss({ expect: 'title', value: 'Done' }, 'Expected the title to be “Done”, but it is “Shop”.'),
    miss(
      { expect: 'count', target: { role: 'listitem' }, count: 3 },
      'Expected 3 of listitem, but there are 2.',
    ),
    miss(
      { expect: 'enabled', target: { role: 'button', name: 'Stuck' } },
      'Expected button “Stuck” to be enabled, but it is disabled.',
    ),
    miss(
      { expect: 'hidden', target: { text: 'Lamp' } },
      'Expected the text “Lamp” not to be visible, but it is visible.',
    ),
    miss(
      { expect: 'text', value: 'Sofa' },
      'Expected the page to show “Sofa”, but it does not. The page “Shop” shows heading “Shop”.',
    ),
  ])('that expects what is not so fails and says what is there: %o', async (params, message) => {
    const { perform } = await openStepScene(SITE)
    const step = makeStep('assert', { params, timeout_ms: 100 })
    expect(await perform(step)).toMatchObject({
      status: 'failed',
      resolved_by: 'explicit',
      error: { code: 'assertion_failed', message },
    })
  })

  test.each([
    ['element_not_found', act({ action: 'click', target: { role: 'button', name: 'None' } })],
    ['element_ambiguous', act({ action: 'click', target: { role: 'button' } })],
    ['step_timed_out', act({ action: 'click', target: { role: 'button', name: 'Stuck' } })],
    ['step_timed_out', exactly('wait', { target: { role: 'status' } })],
    ['page_crashed', act({ action: 'click', target: { role: 'button', name: 'Boom' } })],
    ['not_understood', act({ action: 'click', target: { css: '[[' } })],
    ['page_unreachable', exactly('navigate', { path: '/down' })],
    ['host_not_allowed', exactly('navigate', { path: 'https://elsewhere.test/' })],
    ['host_not_allowed', exactly('navigate', { path: '{{scheme}}' })],
  ])('fails with %s', async (code, step) => {
    const { perform } = await openStepScene(SITE, { values: new Map([['scheme', 'data:text/html,x']]) })
    const { status, error } = await perform({ ...step, timeout_ms: 100 })
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code })
  })

  test('waits for what comes late', async () => {
    const late: FakeNode[] = [{ role: 'button', name: 'Late', from_look: 4 }]
    const { perform } = await openStepScene(late)
    const step = act({ action: 'click', target: { role: 'button', name: 'Late' } })
    expect(await perform({ ...step, timeout_ms: 10_000 })).toMatchObject({ status: 'passed' })
  })
})

describe('values', () => {
  test('are filled in, and secrets are not shown', async () => {
    const typed: (string | null)[] = []
    const nodes = [{ role: 'textbox', name: 'Key', does: { fill: note } }]
    function note(value: string | null) {
      typed.push(value)
      return {}
    }
    const values = new Map([
      ['secrets.PIN', '4711'],
      ['secrets.KEY', 'very-secret'],
      ['test_user.email', 'ada@example.com'],
    ])
    const secrets = ['4711', 'very-secret']
    const { perform } = await openStepScene(nodes, { values, secrets })
    const value = '{{test_user.email}} {{secrets.PIN}} {{secrets.KEY}}'
    const filled = await perform(act({ action: 'fill', target: { label: 'Key' }, value }))
    expect(typed).toEqual(['ada@example.com 4711 very-secret'])
    expect(filled.performed?.value).toBe('ada@example.com [redacted] [redacted]')
    const missed = await perform(
      exactly('assert', { expect: 'text', value: 'Not {{secrets.PIN}} very-secret' }),
    )
    expect(missed.error?.message).toBe(
      'Expected the page to show “Not [redacted] [redacted]”, but it does not.',
    )
    expect(missed.performed?.value).toBe('Not [redacted] [redacted]')
  })

  test('of secrets are not shown in part either', async () => {
    const secret = `-----BEGIN KEY-----\n${'abcdefghij'.repeat(50)}\n`
    const values = new Map([['secrets.KEY', secret]])
    const { perform } = await openStepScene(SITE, { values, secrets: [secret] })
    const value = 'Not {{secrets.KEY}}'
    const steps = [
      exactly('assert', { expect: 'value', target: email, value }),
      exactly('assert', { expect: 'text', value }),
      exactly('assert', { target: { text: value } }),
      exactly('wait', { value }),
      exactly('wait', { target: { text: value } }),
      exactly('navigate', { path: 'data:{{secrets.KEY}}' }),
    ]
    for (const step of steps) {
      const { error } = await perform({ ...step, timeout_ms: 100 })
      expect(error?.message).toContain('[redacted]')
      expect(error?.message).not.toMatch(/KEY|abc/)
    }
    const shown = await openStepScene([{ role: 'status', name: secret.replaceAll('\n', ' ').trim() }], {
      secrets: [secret],
    })
    expect(await shown.perform(exactly('extract', { target: { role: 'status' }, as: 'key' }))).toMatchObject({
      extracted: '[redacted]',
    })
  })

  test.each([
    ['{{secrets.NONE}}', 'The app has no secret NONE: set it first.'],
    ['{{test_user.email}}', 'There is no {{test_user.email}}, since nobody signs in: give the test a role.'],
    ['{{order}}', 'There is no value for {{order}}: no earlier step has read it.'],
  ])('that are not there fail the step before anything is done: %s', async (value, message) => {
    const { perform, happened } = await openStepScene(SITE)
    const failed = { status: 'failed', error: { code: 'not_understood', message } }
    expect(await perform(act({ action: 'fill', target: email, value }))).toMatchObject(failed)
    const { reader } = scriptedReader(() => ({ kind: 'not_understood', reason: '' }))
    expect(await perform(makeStep('act', { instruction: `Type ${value}` }), { reader })).toMatchObject(failed)
    expect(happened).toEqual([])
  })

  test('are read from the page for later steps', async () => {
    const { perform, context, happened } = await openStepScene(SITE)
    await perform(exactly('navigate', { path: '/done' }))
    const read = await perform(exactly('extract', { target: { role: 'status' }, as: 'order' }))
    expect(read).toMatchObject({ status: 'passed', extracted: 'Order 1234' })
    expect(context.values.get('order')).toBe('Order 1234')
    await perform(exactly('assert', { target: { role: 'status', name: '{{order}}' } }))
    await perform(exactly('navigate', { path: '/orders/{{order}}' }))
    expect(happened.at(-1)).toBe('goto /orders/Order%201234')
  })
})

describe('what ends a step', () => {
  test('an abort is thrown at once, also while it waits', async () => {
    const control = new AbortController()
    const { reader } = scriptedReader(() => ({ kind: 'not_understood', reason: 'Not yet.' }))
    const { perform, browsers } = await openStepScene(SITE, { signal: control.signal, reader })
    const steps = [
      act({ action: 'click', target: { role: 'button', name: 'Stuck' } }),
      exactly('wait', { milliseconds: 30_000 }),
      makeStep('act'),
    ].map((step) => perform({ ...step, timeout_ms: 60_000 }))
    control.abort(new Error('enough'))
    for (const step of steps) await expect(step).rejects.toThrow('enough')
    await expect(perform(makeStep('act'))).rejects.toThrow('enough')
    expect(browsers.closed).toBe(1)
  })

  test.each<[BrowserFault, string]>([
    ['unavailable', 'browser_unavailable'],
    ['crashed', 'page_crashed'],
  ])('a browser that is %s', async (fault, code) => {
    const { perform } = await openStepScene({ ...SITE, '/faulty': { fault } })
    const { error } = await perform(exactly('navigate', { path: '/faulty' }))
    expect(error?.code).toBe(code)
  })

  test('faults of ours are thrown', async () => {
    const { reader } = scriptedReader(() => {
      throw new TypeError('ours')
    })
    const { perform } = await openStepScene(SITE, { reader })
    await expect(perform(makeStep('act'))).rejects.toThrow('ours')
  })
})
