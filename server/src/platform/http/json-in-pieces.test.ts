import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { jsonInPieces } from './json-in-pieces.ts'
import { PIECE, scanJson } from './json-scan.ts'

const ANY = { values: Number.POSITIVE_INFINITY }

function read(text: string, bounds = ANY): unknown {
  const work = jsonInPieces(text, bounds)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The value, or nothing where the text is no JSON. */
function outcome(parse: (text: string) => unknown, text: string): unknown {
  try {
    return [JSON.stringify(parse(text))]
  } catch {
    return null
  }
}

const long = (text: string) => text.repeat(Math.ceil((PIECE + 10) / text.length))

describe('long JSON reads as JSON.parse reads it', () => {
  const items = `${long('{"a":[1,2,{"b":null}]},')}0`
  test.each([
    ['a list', `[${items}]`],
    ['a list in a list', `[1,[${items}],[${items}],2]`],
    ['an object', `{${Array.from({ length: 9_000 }, (_, i) => `"k${i}":${i}`).join()}}`],
    ['an object of lists', `{"a":[${items}],"b":1, "c" : [${items}] ,"a":2}`],
    ['a key twice', `{"a":[${items}],"b":[${items}],"a":[${items}]}`],
    ['a prototype', `{"__proto__":[${items}],"b":{"__proto__":"${long('x')}"}}`],
    ['a text', `"${long('abc')}"`],
    [
      'a text of escapes',
      `["${long('\\u00e9\\\\')}","${long('\\"')}","${long('\\\\')}x","${long('x\\ud83d\\ude00')}"]`,
    ],
    ['a long key', `{"${long('k')}":1,"b":"${long('v')}"}`],
    ['text between lists', `[[${items}],"${long('x')}",[${items}]]`],
    ['space', ` \n[ ${items} , "${long('x')}" , 1 ]\t`],
    ['only space in it', `[${' '.repeat(PIECE - 10)}\n]`],
    ['other scripts', `["${long('日本😀')}"]`],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual(JSON.parse(text))
    expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)))
  })

  test.each([
    ['a comma too many', `[${items},]`],
    ['a comma before', `[,${items}]`],
    ['a comma before a text', `[,"${long('x')}"]`],
    ['a comma behind a text', `["${long('x')}",]`],
    ['two commas', `[${items},,${items}]`],
    ['no comma', `["${long('x')}" "${long('x')}"]`],
    ['something behind a text', `["${long('x')}" x, 1]`],
    ['another bracket', `[${items}}`],
    ['a missing bracket', `[[${items}]`],
    ['two values', `[${items}] []`],
    ['something behind', `[${items}] x`],
    ['something before', `x [${items}]`],
    ['a key without a value', `{"a":[${items}],"b"}`],
    ['a value without a key', `{[${items}]}`],
    ['a line end in a text', `["${long('x')}\n"]`],
    ['an unknown escape', `["${long('x')}\\x"]`],
    ['an open text', `["${long('x')}`],
    ['an endless number', `[${long('1')}]`],
  ])('%s is refused', (_name, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'validation_error' }))
  })

  test('whatever it is', () => {
    const value = fc.json({ maxDepth: 5 })
    const part = fc.oneof(
      value,
      value.map((one) => `[${long(`${one},`)}${one}]`),
      fc.string().map((one) => JSON.stringify(long(one || 'x'))),
      fc.constantFrom('', ',', ']', '{', '"', '\\', ' '),
    )
    const texts = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `[${parts.join()}]`)
    fc.assert(
      fc.property(texts, (text) => {
        expect(outcome(read, text)).toEqual(outcome(JSON.parse, text))
      }),
      { numRuns: randomRuns(60) },
    )
  })
})

test.each([
  ['[]', 1],
  ['[[],{}]', 3],
  ['{"a":1}', 3],
  ['[1,"a,b:c",{"x":[true]}]', 7],
])('%s holds %i keys and values', (text, count) => {
  expect(read(text, { values: count })).toEqual(JSON.parse(text))
  expect(() => read(text, { values: count - 1 })).toThrow(expect.objectContaining({ status: 413 }))
})

test('more keys and values than allowed are refused before they are parsed', () => {
  const text = `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join()}}`
  const used = cpuTime()
  expect(() => [...scanJson(text, { values: 10_000 })]).toThrow(expect.objectContaining({ status: 413 }))
  expect(used()).toBeLessThan(20)
})

test('no piece of a long body takes long', () => {
  const forms = [
    `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join()}}`,
    `[${Array(200_000).fill('[]').join()}]`,
    JSON.stringify({ files: [{ content: '\u0001'.repeat(2_000_000) }] }),
  ]
  for (const text of forms) {
    let most = 0
    const work = jsonInPieces(text, ANY)
    for (let isDone = false; !isDone; ) {
      const used = cpuTime()
      isDone = work.next().done === true
      most = Math.max(most, used())
    }
    expect(most).toBeLessThan(50)
  }
})
