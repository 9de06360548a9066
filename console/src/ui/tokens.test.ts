import { type StreamParser, StringStream } from '@codemirror/language'
import { expect, test } from 'vitest'
import { markupTokens } from './markup-tokens.ts'
import { styleTokens } from './style-tokens.ts'

/** What is coloured, with its kind; the rest is left out. */
function coloured<State>(parser: StreamParser<State>, text: string): string[] {
  const state = parser.startState?.(2) as State
  return text.split('\n').flatMap((line) => {
    const found: string[] = []
    for (const stream = new StringStream(line, 2, 2); !stream.eol(); stream.start = stream.pos) {
      const kind = parser.token(stream, state)
      expect(stream.pos).toBeGreaterThan(stream.start)
      if (kind) found.push(`${kind} ${stream.current()}`)
    }
    return found
  })
}

test('tags, attributes and comments of HTML', () => {
  expect(coloured(markupTokens, '<a href="x">Tom &amp; Jo</a>\n<!-- two\nlines --> <br/>')).toEqual([
    'keyword <a',
    'propertyName href',
    'string "x"',
    'keyword >',
    'number &amp;',
    'keyword </a',
    'keyword >',
    'comment <!-- two',
    'comment lines -->',
    'keyword <br',
    'keyword />',
  ])
})

test('properties, values and comments of style sheets', () => {
  expect(coloured(styleTokens, 'a:hover { color: #fff; margin: -2px }\n@media print {} /* a\nb */')).toEqual([
    'propertyName color',
    'number #fff',
    'propertyName margin',
    'number -2px',
    'keyword @media',
    'comment /* a',
    'comment b */',
  ])
})
