import type { Target } from '@atrium/contract/flow-steps'
import type { RecordedAction } from '@atrium/contract/recordings'
import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { checkSteps } from '../steps/check-steps.ts'
import { addActions } from './add-actions.ts'
import { recordedSteps } from './steps-of-recording.ts'

const url = 'https://shop.example.com/'
const email = { role: 'textbox', name: 'Email' }
const button = (name: string) => ({ role: 'button', name })
const at = (path: string): RecordedAction => ({ type: 'navigate', url: url + path, by_address: true })
const click = (target: Target): RecordedAction => ({ type: 'click', url, target })
const fill = (name: string, value: string, more: Partial<RecordedAction> = {}): RecordedAction => ({
  ...{ type: 'fill', url, target: { role: 'textbox', name }, value },
  ...more,
})
const secret = (name: string) => fill(name, '', { is_secret: true })
const instructions = (...actions: RecordedAction[]) =>
  recordedSteps(actions).steps.map(({ instruction }) => instruction)
const values = (...actions: RecordedAction[]) =>
  recordedSteps(actions).steps.map(({ params }) => params?.value)

describe('steps of a recording', () => {
  test('say in words and exactly what was done', () => {
    const { start_url, steps, dropped } = recordedSteps([
      at('lamps?page=2'),
      click(button('Add to cart')),
      { type: 'select', url, target: { role: 'combobox', name: 'Country' }, value: 'Norway' },
      { type: 'check', url, target: { role: 'checkbox', name: 'I agree' } },
      { type: 'uncheck', url, target: { label: 'News' } },
      { type: 'press', url, target: { role: 'searchbox', name: 'Search' }, value: 'Enter' },
      { type: 'press', url, value: 'Escape' },
      { type: 'upload', url, target: { label: 'Picture' }, value: 'lamp.png' },
      click({ role: 'button', name: 'Edit', exact: true, nth: 2 }),
      click({ css: '#map > i' }),
      { type: 'navigate', url: 'https://other.example.com/x#y', by_address: true },
      at('cart'),
      fill('Name', ''),
    ])
    expect([start_url, dropped]).toEqual(['https://shop.example.com/lamps?page=2', 0])
    expect(steps.map(({ instruction }) => instruction)).toEqual([
      'Click “Add to cart”',
      'Choose “Norway” in “Country”',
      'Check “I agree”',
      'Uncheck “News”',
      'Press Enter in “Search”',
      'Press Escape',
      'Upload “lamp.png” to “Picture”',
      'Click the 3rd “Edit”',
      'Click the element “#map > i”',
      'Open “/cart”',
      'Clear “Name”',
    ])
    expect(steps[0]).toEqual({
      kind: 'act',
      instruction: 'Click “Add to cart”',
      params: { action: 'click', target: button('Add to cart') },
    })
    expect(steps[6]?.params).toMatchObject({ action: 'upload', file: { name: 'lamp.png' } })
    expect(steps[9]).toMatchObject({ kind: 'navigate', params: { path: '/cart' } })
  })

  test('begin where the person went last before doing anything', () => {
    expect(recordedSteps([])).toEqual({ start_url: null, steps: [], dropped: 0 })
    expect(recordedSteps([at('a'), at('b'), click(button('Go'))])).toMatchObject({ start_url: `${url}b` })
    expect(recordedSteps([click(button('Go'))])).toMatchObject({ start_url: url, steps: [{}] })
  })

  test('go by an address only where the person did', () => {
    const byPage: RecordedAction = { type: 'navigate', url: `${url}cart` }
    const other: RecordedAction = {
      type: 'navigate',
      url: 'https://u:p@pay.example.com/x',
      by_address: true,
    }
    expect(instructions(at(''), click(button('Cart')), byPage, click(button('Pay')), at('x'))).toEqual([
      'Click “Cart”',
      'Click “Pay”',
      'Open “/x”',
    ])
    expect(instructions(at(''), click(button('Pay')), at('/other.example.com'))).toContain(
      'Open “https://shop.example.com//other.example.com”',
    )
    const leaving = { ...byPage, value: 'leaving' }
    expect(instructions(at(''), click(button('Cart')), leaving, at('cart'))).toEqual(['Click “Cart”'])
    expect(instructions(at(''), click(button('Pay')), other)).toEqual([
      'Click “Pay”',
      'Open “https://pay.example.com/x”',
    ])
  })

  test('join what was typed into a field, and leave out the click that went there', () => {
    const field = { role: 'textbox', name: 'Name' }
    const typing = [click(field), fill('Name', 'A'), click(field), fill('Name', 'Ada')]
    expect(instructions(...typing, click(button('Save')))).toEqual(['Type “Ada” into “Name”', 'Click “Save”'])
    expect(instructions(click(field), click(button('Save')))).toHaveLength(2)
    const escaped = (target: Target): RecordedAction => ({ type: 'press', url, target, value: 'Escape' })
    expect(instructions(click(field), escaped(field))).toHaveLength(1)
    expect(instructions(click(button('Menu')), escaped(button('Menu')))).toHaveLength(2)
    expect(instructions(fill('Name', 'A'), fill('City', 'B'), fill('Name', 'C'))).toHaveLength(3)
  })

  test('sign in as the user of the run', () => {
    const both = ['{{test_user.email}}', '{{test_user.password}}']
    expect(values(fill('Email', 'ada@example.com'), secret('Password'))).toEqual(both)
    expect(values(secret('Password'), fill('Email', 'ada@example.com'))).toEqual(both.toReversed())
    expect(values(fill('User name', 'ada'), secret('Password'))).toEqual(both)
    const [first, , , last] = values(
      fill('Email', 'ada@example.com'),
      click(button('Next')),
      fill('City', 'Oslo'),
      secret('Password'),
    )
    expect([first, last]).toEqual(both)
    expect(values(fill('City', 'Oslo'), secret('Password'))).toEqual(['Oslo', both[1]])
    expect(values(secret('Card number'))).toEqual(['{{secrets.CARD_NUMBER}}'])
    expect(instructions(secret('Password'))).toEqual(['Type {{test_user.password}} into “Password”'])
  })

  test('name other secrets so that a test takes them', () => {
    const { steps } = recordedSteps([secret('6-digit code'), secret('(PIN)'), secret('Код / code')])
    expect(steps.map(({ params }) => params?.value)).toEqual([
      '{{secrets._6_DIGIT_CODE}}',
      '{{secrets.PIN}}',
      '{{secrets.CODE}}',
    ])
    expect(checkSteps(steps, [])).toHaveLength(3)
  })

  test('cost little, whatever was typed next to a password', () => {
    const value = `${'@'.repeat(9_999)} `
    const typed = Array.from({ length: 25 }, (_, n) => [fill(`Note ${n}`, value), secret(`Password ${n}`)])
    const spent = cpuTime()
    expect(instructions(...typed.flat())).toHaveLength(50)
    expect(spent()).toBeLessThan(2_000)
  })

  test('are 50 at most; the rest is counted', () => {
    const { steps, dropped } = recordedSteps(Array.from({ length: 57 }, (_, n) => click(button(`Part ${n}`))))
    expect([steps.length, dropped]).toEqual([50, 7])
  })

  test('hold no name of a value, however it came there, and nothing that no step can do', () => {
    const sly = recordedSteps([
      fill('{{secrets.KEY}}', '{{{secrets.KEY}}'),
      at('?q={{secrets.KEY}}'),
      { type: 'navigate', url: 'javascript:alert(1)', by_address: true },
      { type: 'click', url: 'about:blank', target: email },
      { type: 'click', url },
      { type: 'press', url, value: 'Enter {{x}}' },
      { type: 'select', url, target: email },
      click({ exact: true }),
    ])
    expect(JSON.stringify(sly)).not.toContain('{{')
    expect(sly.steps).toHaveLength(2)
    expect(recordedSteps([fill('N', '{'.repeat(10_000))]).steps[0]?.params?.value).toHaveLength(10_000)
    const wide = instructions(fill('N', '😀'.repeat(41)))[0]
    expect(wide?.isWellFormed()).toBe(true)
  })

  test('name an element in one way', () => {
    const target = { css: 'a', text: 'b', name: 'c', test_id: 'd' }
    expect(recordedSteps([click(target)]).steps[0]?.params?.target).toEqual({ text: 'b' })
  })
})

describe('actions that are sent', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => click(button(name))) as [
    RecordedAction,
    RecordedAction,
    RecordedAction,
    RecordedAction,
  ]
  test.each([
    ['in order', [a], { seq: 1, actions: [b] }, [a, b]],
    ['again', [a, b], { seq: 0, actions: [a, b] }, [a, b]],
    ['again with more', [a, b], { seq: 1, actions: [b, c] }, [a, b, c]],
    ['by two tabs', [a, b, c], { seq: 1, actions: [d] }, [a, b, c, d]],
    ['after some were lost', [a], { seq: 7, actions: [b] }, [a, b]],
  ])('%s are there once', (_, stored, sent, expected) => {
    expect(addActions(stored, sent)).toEqual({ actions: expected, isFull: false })
  })

  test('keep no secret, and end when there is no more room', () => {
    const { actions } = addActions([], { seq: 0, actions: [fill('P', 'hunter2', { is_secret: true })] })
    expect(JSON.stringify(actions)).not.toContain('hunter2')
    const long = fill('Text', 'x'.repeat(10_000))
    const many = Array.from({ length: 50 }, () => long)
    const half = addActions([], { seq: 0, actions: many })
    expect([half.actions.length, half.isFull]).toEqual([50, false])
    const full = addActions(half.actions, { seq: 50, actions: many })
    expect([full.actions.length < 55, full.isFull]).toEqual([true, true])
    const clicks = addActions(
      Array.from({ length: 199 }, () => a),
      { seq: 199, actions: [b, c] },
    )
    expect([clicks.actions.length, clicks.isFull]).toEqual([200, true])
  })
})
