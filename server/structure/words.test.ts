/** What the console says stands in files of words, where it is read as a whole and can be translated. */
import { dirname } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { consoleSources } from './console-calls.ts'

/** What a person reads or hears of an element. */
const SPOKEN = /^(?:aria-label|alt|description|heading|hint|label|placeholder|title)$/
/** Most placeholders are an example of what is typed there, such as an address. */
const isExample = (name: string, text: string) => name === 'placeholder' && !/^\p{Lu}/u.test(text)
/** Code and keys are the same in every language. */
const UNSPOKEN = new Set(['code', 'kbd', 'pre', 'style'])
const LETTERS = /\p{L}{2,}/u

const pages = consoleSources.filter(({ path }) => path.endsWith('.tsx'))

function textsIn(path: string, source: string): string[] {
  const found: string[] = []
  const within: string[] = []
  new Visitor({
    JSXElement: ({ openingElement: { name } }) => within.push(name.type === 'JSXIdentifier' ? name.name : ''),
    'JSXElement:exit': () => within.pop(),
    JSXText: ({ value }) => {
      if (LETTERS.test(value) && !within.some((name) => UNSPOKEN.has(name))) found.push(value.trim())
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !SPOKEN.test(name.name) || value?.type !== 'Literal') return
      const text = String(value.value)
      if (LETTERS.test(text) && !isExample(name.name, text)) found.push(text)
    },
  }).visit(parseSync(path, source).program)
  return found
}

test('a text between tags or for a label is noticed; code and classes are none', () => {
  const source =
    '<p className="flex" title="Hello there">Good <code>npm test</code> {words.day} <b>2 · 3</b></p>'
  expect(textsIn('a.tsx', source)).toEqual(['Hello there', 'Good'])
})

test('no page has texts of its own', () => {
  expect(pages.length).toBeGreaterThan(400)
  const texts = pages.flatMap(({ path, text }) => textsIn(path, text).map((one) => `${path}: ${one}`))
  expect(texts).toEqual([])
})

test('every text is shown by a page next to it', () => {
  const lists = consoleSources.filter(({ path }) => path.endsWith('/words.ts'))
  expect(lists.length).toBeGreaterThan(40)
  const unused = lists.flatMap(({ path, text }) => {
    const folder = dirname(path)
    const pagesOf = consoleSources.filter((one) => dirname(one.path) === folder && one.path !== path)
    const shown = new Set(pagesOf.flatMap((one) => one.text.match(/(?<=\bwords\.)\w+/g) ?? []))
    return [...text.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name).filter((name) => !shown.has(name))
  })
  expect(unused).toEqual([])
})
