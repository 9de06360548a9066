import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomRuns, SEED } from '../../../test/random-runs.ts'
import { compareLines } from './compare-lines.ts'

const plenty = () => ({ steps: 1_000_000 })

describe('a patch', () => {
  test('has the changed lines with three around each, and leaves out what lies between', () => {
    const before = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`)
    const after = before.with(4, 'five\n').toSpliced(20, 1)
    expect(compareLines(before.join(''), after.join(''), plenty())).toEqual({
      additions: 1,
      deletions: 2,
      patch: [
        '@@ -2,7 +2,7 @@',
        ' line 2',
        ' line 3',
        ' line 4',
        '-line 5',
        '+five',
        ' line 6',
        ' line 7',
        ' line 8',
        '@@ -18,7 +18,6 @@',
        ' line 18',
        ' line 19',
        ' line 20',
        '-line 21',
        ' line 22',
        ' line 23',
        ' line 24',
        '',
      ].join('\n'),
    })
  })

  test('of a new, an emptied and an unchanged text', () => {
    expect(compareLines('', 'a\nb\n', plenty())).toEqual({
      additions: 2,
      deletions: 0,
      patch: '@@ -0,0 +1,2 @@\n+a\n+b\n',
    })
    expect(compareLines('a\n', '', plenty()).patch).toBe('@@ -1 +0,0 @@\n-a\n')
    expect(compareLines('a\n', 'a\n', plenty())).toEqual({ additions: 0, deletions: 0, patch: '' })
  })

  test('of many lines that are all new is whole', () => {
    const after = Array.from({ length: 3_000 }, (_, i) => `new ${i}\n`).join('')
    const { additions, patch } = compareLines('kept\n', `kept\n${after}`, plenty())
    expect(additions).toBe(3_000)
    expect(patch).toMatch(/^@@ -1 \+1,3001 @@\n kept\n\+new 0\n/)
  })

  test('says where the last line has no line break', () => {
    expect(compareLines('a', 'a\n', plenty()).patch).toBe(
      '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
    )
  })

  test('is left out when it would take too long to find, and then the counts are upper bounds', () => {
    const before = Array.from({ length: 3_000 }, (_, i) => `old ${i}\n`).join('')
    const after = Array.from({ length: 2_000 }, (_, i) => `new ${i}\n`).join('')
    expect(compareLines(before, after, plenty())).toEqual({ additions: 2_000, deletions: 3_000, patch: null })
    const left = { steps: 2 }
    expect(compareLines('a\nb\nc\n', 'b\nc\nd\n', left).patch).toBeNull()
    expect(left.steps).toBeLessThan(0)
  })

  test('applied to the old text makes the new one', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 })
      .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { patch } = compareLines(before, after, plenty())
        expect(applied(before, patch ?? '')).toBe(after)
      }),
      { numRuns: randomRuns(500), seed: SEED },
    )
  })
})

/** As `patch` does it, without tolerance. */
function applied(before: string, patch: string): string {
  const old = before === '' ? [] : before.split(/(?<=\n)/)
  const lines: string[] = []
  let at = 0
  for (const [, place = '', count, body = ''] of patch.matchAll(
    /^@@ -(\d+)(,\d+)? \+\d+(?:,\d+)? @@\n((?:[ +\-\\].*\n)*)/gm,
  )) {
    const start = count === ',0' ? Number(place) : Number(place) - 1
    while (at < start) lines.push(old[at++] ?? '')
    for (const line of body.replaceAll('\n\\ No newline at end of file\n', '¶').split(/(?<=[\n¶])/)) {
      if (line === '') continue
      const text = line.slice(1).replace('¶', '')
      if (line[0] !== '+') expect(old[at++]).toBe(text)
      if (line[0] !== '-') lines.push(text)
    }
  }
  return [...lines, ...old.slice(at)].join('')
}
