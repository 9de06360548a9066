import { MAX_FLOW_STEPS } from '@atrium/contract/flow-steps'
import { expect, test } from 'vitest'
import { planGoal } from './plan-goal.ts'
import { kindOf } from './step-kind.ts'

test.each([
  'Buyers can pay by card',
  'Checkout',
  '',
  '\n\n',
  '# Title\nNotes:',
  'Our users love it. It works!',
])('finds nothing to do in %j', (goal) => {
  expect(planGoal(goal)).toEqual([])
})

const plans: [string, [string, string][]][] = [
  [
    'Open /login. Type "a. b; c" into Name and press Enter, then I should see "Hello".',
    [
      ['navigate', 'Open /login'],
      ['act', 'Type "a. b; c" into Name'],
      ['act', 'press Enter'],
      ['assert', 'should see "Hello"'],
    ],
  ],
  [
    '1. Go to https://example.com/a.b\n2) Click Save and close\n- [ ] Wait 2 seconds\n* Remember the total as total',
    [
      ['navigate', 'Go to https://example.com/a.b'],
      ['act', 'Click Save and close'],
      ['wait', 'Wait 2 seconds'],
      ['extract', 'Remember the total as total'],
    ],
  ],
  [
    '1. Open /a 2. Set Seats to 30. 3. Click Save',
    [
      ['navigate', 'Open /a'],
      ['act', 'Set Seats to 30'],
      ['act', 'Click Save'],
    ],
  ],
  [
    'Given I open /shop\nWhen I click "Buy"\nAnd in the dialog, I click OK and check that "Paid" is visible\nThen I do not see "Buy"',
    [
      ['navigate', 'open /shop'],
      ['act', 'click "Buy"'],
      ['act', 'in the dialog, I click OK'],
      ['assert', 'check that "Paid" is visible'],
      ['assert', 'do not see "Buy"'],
    ],
  ],
  [
    'Buy a lamp:\nClick Buy. Pay with the test card.',
    [
      ['act', 'Click Buy'],
      ['act', 'Pay with the test card'],
    ],
  ],
  [
    'If a banner appears, click Accept. Click Buy',
    [
      ['act', 'If a banner appears, click Accept'],
      ['act', 'Click Buy'],
    ],
  ],
]
test.each(plans)('plans %j', (goal, wanted) => {
  expect(planGoal(goal).map(({ kind, instruction }) => [kind, instruction])).toEqual(wanted)
})

test('every sentence of a plan stays, however many there are', () => {
  expect(planGoal('Click a. '.repeat(MAX_FLOW_STEPS + 10))).toHaveLength(MAX_FLOW_STEPS + 10)
})

const kinds: [string, string][] = [
  ['Open /a', 'navigate'],
  ['Go to the start page', 'navigate'],
  ['Reload the page', 'navigate'],
  ['Open the menu', 'act'],
  ['Log out', 'act'],
  ['Tick the box', 'act'],
  ['Check the box', 'act'],
  ['Check that the box is ticked', 'assert'],
  ['The box is ticked', 'assert'],
  ['"Done" is shown', 'assert'],
  ['the total should be 3', 'assert'],
  ['Wait until "Done" is shown', 'wait'],
  ['wait 3s', 'wait'],
  ['Remember the total as x', 'extract'],
  ['hm', 'act'],
]
test.each(kinds)('%j is a step to %s', (words, kind) => {
  expect(kindOf(words)).toBe(kind)
})
