import { expect, test } from 'vitest'
import { answersOf, type Question, whyUnanswered } from './input-answers.ts'

const option = (label: string) => ({ label, description: null })
const ONE: Question = { prompt: 'Which?', options: [option('A'), option('B')], multiple: false }
const MANY: Question = { ...ONE, multiple: true }
const FREE: Question = { prompt: 'Why?', options: null, multiple: false }

test.each([
  [ONE, { chosen: ['B'], text: '' }, { question_index: 0, selected_label: 'B' }],
  [ONE, { chosen: [], text: ' none ' }, { question_index: 0, custom_text: 'none' }],
  [ONE, { chosen: ['A'], text: 'but' }, { question_index: 0, selected_label: 'A', custom_text: 'but' }],
  [MANY, { chosen: ['B', 'A'], text: '' }, { question_index: 0, selected_labels: ['A', 'B'] }],
  [FREE, { chosen: [], text: 'so' }, { question_index: 0, custom_text: 'so' }],
])('%j with %j', (question, draft, answer) => {
  expect(answersOf([question], [draft])).toEqual([answer])
})

test('a label that is not offered is not sent, and nothing is no answer', () => {
  expect(answersOf([ONE], [{ chosen: ['C'], text: ' ' }])).toEqual([])
  expect(whyUnanswered([ONE], [])).toBe('Choose or write an answer first.')
})

test('several questions keep their places, and all of them want an answer', () => {
  const drafts = [
    { chosen: [], text: '' },
    { chosen: [], text: 'so' },
  ]
  expect(answersOf([ONE, FREE], drafts)).toEqual([{ question_index: 1, custom_text: 'so' }])
  expect(whyUnanswered([ONE, FREE], drafts)).toBe('Answer the other 1 first.')
  expect(whyUnanswered([FREE], [{ chosen: [], text: 'so' }])).toBeUndefined()
})
