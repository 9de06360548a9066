import { expect, test } from 'vitest'
import { markdownBlocks } from './markdown-blocks.ts'

const text = (words: string) => ({ kind: 'text', text: words })

test('headings, paragraphs, lists and code are known from each other', () => {
  const source =
    '## Why\n\nThe step `greet`\ngot **status** 500.\n\n- one\n- *two*\n\n1. first\n\n```json\n{"a": "*b*"}\n```\nEnd'
  expect(markdownBlocks(source)).toEqual([
    { kind: 'heading', inlines: [text('Why')] },
    {
      kind: 'paragraph',
      inlines: [
        text('The step '),
        { kind: 'code', text: 'greet' },
        text(' got '),
        { kind: 'strong', text: 'status' },
        text(' 500.'),
      ],
    },
    { kind: 'list', isOrdered: false, items: [[text('one')], [{ kind: 'em', text: 'two' }]] },
    { kind: 'list', isOrdered: true, items: [[text('first')]] },
    { kind: 'code', text: '{"a": "*b*"}' },
    { kind: 'paragraph', inlines: [text('End')] },
  ])
})

test('tags and links are nothing but their words', () => {
  expect(markdownBlocks('<img src=x onerror=alert(1)> [here](javascript:alert(1)) 2 * 3 * 4')).toEqual([
    { kind: 'paragraph', inlines: [text('<img src=x onerror=alert(1)> here 2 * 3 * 4')] },
  ])
})

test('code that does not end goes to the end', () => {
  expect(markdownBlocks('```\na')).toEqual([{ kind: 'code', text: 'a' }])
})

test('marks that never end take no longer than others', () => {
  expect(markdownBlocks('['.repeat(300_000))).toHaveLength(1)
  expect(markdownBlocks('```\n'.repeat(100_000))).toHaveLength(50_000)
})
