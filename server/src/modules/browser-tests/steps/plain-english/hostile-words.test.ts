import { expect, test } from 'vitest'
import { MAX_NODES, type PageNode } from '../../../../ports/browser/port.ts'
import { makePage } from '../../test/make-page.ts'
import { planGoal } from './plan-goal.ts'
import { readStep } from './read-step.ts'
import { kindOf } from './step-kind.ts'

const LENGTH = 1_000
const pieces = [
  'a ',
  '"',
  "'",
  '“',
  '{{',
  '{{a}}',
  '"a" ',
  'and ',
  ', ',
  '. ',
  '1. ',
  'in the row of ',
  'next to a ',
  'click ',
  'and click ',
  'type a into ',
  'is not ',
  'no longer ',
  'to be ',
  'there is no ',
  'the the ',
  'first ',
  'button ',
  'please then ',
  '-',
  'é̀',
  '𝒳 ',
  '\u202e',
  '((',
  'x',
  'with ',
  'set a to ',
  'a as ',
  'increase decrease ',
  '٣ ',
  '\t',
  '… ',
  '€ 1 ',
  'sort by ',
  'abcdefghij ',
  'should not see ',
]
const leads = ['', 'Click ', 'Type "x" into ', 'I should see ', 'Choose ', 'Remember ']

/** As large as pages get: long names, many levels, long lists of options. */
const page = {
  ...makePage('https://example.com/', 'Page', 'main'),
  nodes: Array.from(
    { length: MAX_NODES },
    (_, index): PageNode => ({
      ref: `e${index}`,
      role:
        ['button', 'row', 'textbox', 'combobox', 'heading', 'text', 'link', 'listitem'][index % 8] ??
        'button',
      name: `abcdefghij increase a ${'abcdefghik x '.repeat(index % 40)}${index}`,
      depth: index % 60,
      value: index % 3 === 0 ? '€ 1'.repeat(index % 20) : null,
      states: [],
      options: index % 8 === 3 ? Array.from({ length: 250 }, (_, option) => `abcdefghij ${option}`) : [],
    }),
  ),
}

/** Hundreds of times what it takes: only what grows without bounds comes near. */
const FAR_TOO_LONG_MS = 5_000

test('a thousand characters of anything cost little', () => {
  for (const [index, piece] of pieces.entries()) {
    for (const lead of [leads[index % leads.length] ?? '', leads[(index + 1) % leads.length] ?? '']) {
      const instruction = (lead + piece.repeat(LENGTH)).slice(0, LENGTH)
      const begin = performance.now()
      readStep({ kind: kindOf(instruction), instruction }, page)
      expect(performance.now() - begin, instruction.slice(0, 60)).toBeLessThan(FAR_TOO_LONG_MS)
    }
  }
})

test('four thousand characters of anything are planned quickly', () => {
  for (const piece of pieces) {
    const begin = performance.now()
    planGoal(piece.repeat(4_000).slice(0, 4_000))
    expect(performance.now() - begin, piece).toBeLessThan(FAR_TOO_LONG_MS)
  }
})
