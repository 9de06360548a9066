import { expect, test } from 'vitest'
import { replaceText } from './replace-text.ts'

const edit = (text: string, old: string, fresh: string, isAll = false) =>
  replaceText(text, { old, new: fresh, isAll })

test('replaces what stands in a text once, and says at which line', () => {
  expect(edit('a\nb\nc\n', 'b', 'B')).toEqual({ text: 'a\nB\nc\n', lines: [2] })
  expect(edit('a\nb\nc\n', '\nc', '')).toEqual({ text: 'a\nb\n', lines: [2] })
  expect(edit('$& x', 'x', '$&$1')).toEqual({ text: '$& $&$1', lines: [1] })
})

test('replaces every place only with all', () => {
  expect(edit('a a\nb\na', 'a', 'c')).toEqual({
    problem: expect.stringContaining('3 times, at lines 1, 1, 3.'),
  })
  expect(edit('a a\nb\na', 'a', 'c', true)).toEqual({ text: 'c c\nb\nc', lines: [1, 1, 3] })
  expect(edit('aaaa', 'aa', 'a', true)).toEqual({ text: 'aa', lines: [1, 1] })
})

test('says where the first line of a text is that is not there as a whole', () => {
  expect(edit('x\n  if (a) {\n    b\n', 'if (a) {\n  b', 'c')).toEqual({
    problem: expect.stringContaining('Its first line is at line 2'),
  })
  expect(edit('x', 'y', 'z')).toEqual({ problem: expect.stringContaining('Read the file first.') })
  expect(edit('x', '\n', 'z')).toEqual({ problem: 'The old text is not in it.' })
  expect(edit('x', 'x', 'x')).toEqual({ problem: 'The old and the new text are the same.' })
})

test('takes line breaks for those of the file', () => {
  expect(edit('a\r\nb\r\nc', 'a\nb', 'A\nB')).toEqual({ text: 'A\r\nB\r\nc', lines: [1] })
  expect(edit('a\r\nb', 'a', 'x\r\ny')).toEqual({ text: 'x\r\ny\r\nb', lines: [1] })
})

test('replaces whole words only where that is asked for', () => {
  const rename = (text: string, old: string, isWord = true) =>
    replaceText(text, { old, new: 'X', isAll: true, isWord })
  expect(rename('add adder add_1 (add) äadd add', 'add')).toMatchObject({ text: 'X adder add_1 (X) äadd X' })
  expect(rename('adder', 'add')).toMatchObject({ problem: expect.any(String) })
  expect(rename('a.b() a.bc', '.b')).toMatchObject({ text: 'aX() a.bc' })
})

test('adds to the end of a file when there is nothing to look for', () => {
  expect(edit('a\n', '', 'b\n')).toEqual({ text: 'a\nb\n', lines: [2] })
  expect(edit('a', '', 'b\n')).toEqual({ text: 'a\nb\n', lines: [2] })
  expect(edit('a\r\nb', '', 'c')).toEqual({ text: 'a\r\nb\r\nc', lines: [3] })
  expect(edit('', '', 'c')).toEqual({ text: 'c', lines: [1] })
  expect(edit('a', '', '')).toEqual({ problem: 'The old and the new text are the same.' })
})
