import { describe, expect, test } from 'vitest'
import type { ApiError } from '../errors.ts'
import { isPlain, parseJson } from './body.ts'

function refusal(input: string): unknown {
  try {
    parseJson(input)
    return null
  } catch (error) {
    return (error as ApiError).detail
  }
}

describe('parseJson', () => {
  test('an empty body is no body', () => {
    expect(parseJson('')).toBeUndefined()
  })

  test('malformed JSON is json_invalid in the body', () => {
    expect(refusal('{"a":')).toMatchObject([{ loc: ['body', expect.any(Number)], type: 'json_invalid' }])
  })

  // A text with many brackets is looked at before it is parsed, others after: the rule is the same.
  describe.each([
    ['few', ''],
    ['many', `"${'['.repeat(6_000)}",`],
  ])('in a text with %s brackets', (_many, before) => {
    const TOO_DEEP = [{ loc: ['body'], type: 'json_invalid', msg: 'JSON is nested deeper than 64 levels' }]
    /** One level more. */
    const within = (text: string) => `[${before}${text}]`
    const arrays = (levels: number) => within('['.repeat(levels - 1) + ']'.repeat(levels - 1))
    const objects = (levels: number) => within(`${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}`)

    test('64 levels pass, 65 do not', () => {
      for (const nested of [arrays, objects]) {
        expect(refusal(nested(64))).toBeNull()
        expect(refusal(nested(65))).toEqual(TOO_DEEP)
      }
    })

    test('brackets inside text and next to each other do not count', () => {
      const last = (text: string) => (parseJson(within(text)) as unknown[]).at(-1)
      expect(last(JSON.stringify('['.repeat(1000)))).toBe('['.repeat(1000))
      expect(last(JSON.stringify(`\\"${'{'.repeat(100)}`))).toBe(`\\"${'{'.repeat(100)}`)
      expect(last(`[${'[],'.repeat(100)}{}]`)).toHaveLength(101)
    })
  })

  test('a long text of few levels, however many objects it has, is read', () => {
    const items = Array.from({ length: 20_000 }, (_, n) => ({ n }))
    expect(parseJson(JSON.stringify({ items }))).toEqual({ items })
  })

  test('100,000 levels are refused before the parser sees them', () => {
    expect(refusal('['.repeat(100_000))).toMatchObject([{ msg: expect.stringContaining('nested deeper') }])
  })

  test.each(['[', '{"a":', '[{"a":'])('a megabyte of %s is refused in less than 50 ms', (level) => {
    const deep = level.repeat(1_000_000 / level.length)
    // The fastest of several: others may hold this process up in the meantime.
    const times = Array.from({ length: 7 }, () => {
      const began = performance.now()
      expect(refusal(deep)).toMatchObject([{ type: 'json_invalid' }])
      return performance.now() - began
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })

  test.each([
    '{"__proto__": {"x": 1}}',
    '{"\\u005f_proto__": {"x": 1}}',
    '{"constructor": {"prototype": {"x": 1}}}',
  ])('%s reaches no prototype', (text) => {
    const value = parseJson(text) as object
    for (const copy of [value, { ...value }, structuredClone(value)])
      expect((copy as { x?: number }).x).toBeUndefined()
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('NUL and lone surrogates are refused by place, pairs and plain text pass', () => {
    expect(refusal('{"a": ["ok", "\\u0000"]}')).toMatchObject([
      { loc: ['body', 'a', 1], type: 'string_unicode' },
    ])
    expect(refusal('{"a": "\\ud800"}')).toMatchObject([{ loc: ['body', 'a'], type: 'string_unicode' }])
    expect(refusal('{"\\ud800": 1}')).toMatchObject([{ loc: ['body'], type: 'string_unicode' }])
    expect(parseJson('"\\ud83d\\ude00"')).toBe('😀')
  })

  test.each([
    ['{"a": ["x", 1.5, {"b": "ö😀"}]}', true],
    ['{}', true],
    ['{"a": "\\n"}', false],
    ['{"\\u0061": 1}', false],
    ['{"a": "\x7f"}', false],
  ])('%j is plain: %s', (text, expected) => {
    expect(isPlain(parseJson(text) as object)).toBe(expected)
  })
})
