import { jsonLanguage } from '@codemirror/lang-json'
import { expect, test } from 'vitest'
import { rangeOfPlace } from './json-place.ts'

const TEXT = `{
  "properties": {
    "due": { "type": "string", "format": "dat" },
    "od\\"d": true
  },
  "required": ["due", "gone"]
}`

const at = (...place: (string | number)[]) => {
  const { from, to } = rangeOfPlace(jsonLanguage.parser.parse(TEXT).topNode, TEXT, place)
  return TEXT.slice(from, to)
}

test('a place is found by its key, in a list by its entry', () => {
  expect(at('properties', 'due', 'format')).toBe('"format"')
  expect(at('required', 1)).toBe('"gone"')
  expect(at('properties', 'od"d')).toBe('"od\\"d"')
})

test('where there is nothing, the nearest place above is marked', () => {
  expect(at('properties', 'due', 'enum', 0)).toBe('"due"')
  expect(at('name')).toBe('{')
})
