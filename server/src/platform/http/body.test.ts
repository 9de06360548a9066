import { describe, expect, test } from 'vitest'
import type { ApiError } from '../errors.ts'
import { parseJson } from './body.ts'

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

  test('64 levels pass, 65 do not, brackets inside text do not count', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(refusal(nested(64))).toBeNull()
    expect(refusal(nested(65))).toMatchObject([{ loc: ['body'], type: 'json_invalid' }])
    expect(parseJson(JSON.stringify('['.repeat(1000)))).toBe('['.repeat(1000))
    expect(parseJson('"\\"[[["')).toBe('"[[[')
  })

  test('100,000 levels are refused before the recursive parser sees them', () => {
    expect(refusal('['.repeat(100_000))).toMatchObject([{ type: 'json_invalid' }])
  })

  test.each(['[', '{"a":', '[{"a":'])('a megabyte of %s is refused in less than 50 ms', (level) => {
    const deep = level.repeat(1_000_000 / level.length)
    // The fastest of several: others may hold this process up meanwhile.
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
    const value = Object.assign({}, parseJson(text) as object)
    expect((value as { x?: number }).x).toBeUndefined()
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
})
