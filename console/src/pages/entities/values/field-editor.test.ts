import { describe, expect, test } from 'vitest'
import type { Property } from '../../../entity-schema.ts'
import { choicesOf, type EditorKind, editorOf, textOfValue, valueOfText } from './field-editor.ts'

describe('the editor of a field', () => {
  test.each<[Property, unknown, EditorKind]>([
    [{ type: 'string' }, 'a', 'text'],
    [{ type: ['string', 'null'] }, null, 'text'],
    [{ type: 'string', format: 'date' }, null, 'date'],
    [{ type: 'string', format: 'date-time' }, null, 'date-time'],
    [{ type: 'string', format: 'markdown' }, null, 'long_text'],
    [{ type: 'string' }, 'two\nlines', 'long_text'],
    [{ type: 'string', enum: ['a'] }, 'a', 'choice'],
    [{ type: 'boolean' }, true, 'choice'],
    [{ type: 'integer' }, 1, 'number'],
    [{ type: 'number' }, 'not a number', 'json'],
    [{ type: ['string', 'number'] }, 1, 'json'],
    [{}, 1, 'json'],
    [{ type: 'object' }, {}, 'json'],
    [{ type: 'array', items: { type: 'string' } }, ['a'], 'list'],
    [{ type: 'array', items: { type: 'string' } }, ['a\nb'], 'json'],
    [{ type: 'array', items: { type: 'object' } }, [], 'json'],
    [{ type: 'array' }, [], 'json'],
  ])('of %j with %j is %s', (property, value, kind) => {
    expect(editorOf(property, value)).toBe(kind)
  })

  test.each<[EditorKind, unknown]>([
    ['text', 'Water the plants'],
    ['number', -1.5],
    ['choice', 'open'],
    ['choice', '1'],
    ['choice', 1],
    ['choice', false],
    ['choice', null],
    ['date', '2026-11-15'],
    ['date-time', '2026-11-15T09:30:00.000Z'],
    ['date-time', '2026-11-15T09:30:00'],
    ['list', ['a', 'b']],
    ['json', { a: [1, null] }],
    ['json', '1'],
  ])('%s brings %j back unchanged', (kind, value) => {
    expect(valueOfText(kind, textOfValue(kind, value), value)).toEqual({ value })
  })

  test('an empty text empties the field', () => {
    for (const kind of ['text', 'number', 'date', 'json'] as const)
      expect(valueOfText(kind, '')).toEqual({ value: null })
    expect(valueOfText('list', ' \n')).toEqual({ value: [] })
  })

  test('says what is wrong', () => {
    expect(valueOfText('number', '1.2.3')).toEqual({ fault: 'This is not a number.' })
    expect(valueOfText('json', '{')).toHaveProperty('fault')
  })

  test('choices are distinguished by type, and a field can be emptied', () => {
    expect(choicesOf({ enum: ['1', 1] }).map(({ id }) => id)).toEqual(['"1"', '1', 'null'])
    expect(choicesOf({ type: 'boolean' }).map(({ label }) => label)).toEqual(['Yes', 'No', 'Empty'])
    expect(choicesOf({ enum: ['a', null] })).toHaveLength(2)
  })
})
