import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTsv, parseTsv } from './tsv.ts'

test.each([
  ['one cell', 'a', [['a']]],
  [
    'rows and cells',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'lines as Windows ends them, the last one too',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty cells',
    '\t\nx\t',
    [
      ['', ''],
      ['x', ''],
    ],
  ],
  ['nothing', '', [['']]],
  ['a line break and a tab in a cell', '"a\nb"\t"c\td"', [['a\nb', 'c\td']]],
  ['quotes in a quoted cell', '"say ""yes"""\tb', [['say "yes"', 'b']]],
  ['quotes that quote nothing', '12" pipe\t"so" they say', [['12" pipe', '"so" they say']]],
  ['a quote that is never closed', '"a\tb', [['"a', 'b']]],
  ['an empty line between', 'a\n\nb', [['a'], [''], ['b']]],
])('%s is read', (_, text, rows) => {
  expect(parseTsv(text)).toEqual(rows)
})

test('what is written is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', "'", 'é') })
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    )
  fc.assert(
    fc.property(table, (rows) => {
      // A last line without anything reads as the end of the one before.
      fc.pre(rows.length === 1 || rows.at(-1)?.join('') !== '' || (rows.at(-1)?.length ?? 0) > 1)
      expect(parseTsv(formatTsv(rows))).toEqual(rows)
    }),
  )
})
