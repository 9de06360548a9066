import { describe, expect, test } from 'vitest'
import { first } from '../../test/scan-corpus/code-first.ts'
import { later } from '../../test/scan-corpus/code-later.ts'
import type { Sample } from '../../test/scan-corpus/code-sample.ts'
import { type RuleId, ruleTexts } from './rule-texts.ts'
import { scanCode } from './scan-code.ts'

const scan = (text: string, path = 'src/a.tsx') => scanCode({ path, text })
const rulesOf = async ({ code, path = 'a.tsx' }: Sample) =>
  (await scan(code, `src/${path}`)).findings.map(({ rule_id }) => rule_id)

describe('of planted faults and look-alikes', () => {
  const all = [...first, ...later]
  const faults = all.filter(({ rule }) => rule !== null)
  const lookAlikes = all.filter(({ rule }) => rule === null)

  test('there are enough, half of them later than the rules, and every rule has one', () => {
    expect(faults.length).toBeGreaterThanOrEqual(40)
    expect(lookAlikes.length).toBeGreaterThanOrEqual(40)
    expect(later.length).toBeGreaterThanOrEqual(first.length)
    expect(new Set(faults.map(({ rule }) => rule))).toEqual(new Set(Object.keys(ruleTexts)))
  })

  test.each([
    ['first', first],
    ['later', later],
  ])('at least 95 % are found and at most 3 % are false alarms: %s', async (_, samples) => {
    const missed: string[] = []
    const alarms: string[] = []
    for (const sample of samples) {
      const found: RuleId[] = (await rulesOf(sample)) as RuleId[]
      if (sample.rule === null && found.length > 0) alarms.push(`${found}: ${sample.code}`)
      if (sample.rule !== null && !found.includes(sample.rule)) missed.push(`${sample.rule}: ${sample.code}`)
    }
    const planted = samples.filter(({ rule }) => rule !== null).length
    expect(missed.length / planted, missed.join('\n')).toBeLessThanOrEqual(0.05)
    expect(alarms.length / (samples.length - planted), alarms.join('\n')).toBeLessThanOrEqual(0.03)
  })
})

describe('a finding', () => {
  const FAULT = 'el.innerHTML = comment.text'

  test('says where it is', async () => {
    const { findings } = await scan(`const a = 1\n  ${FAULT}\n`)
    expect(findings).toMatchObject([
      { file_path: 'src/a.tsx', start_line: 2, start_column: 3, end_line: 2, end_column: 30, snippet: FAULT },
    ])
  })

  test('keeps its fingerprint when the code around it changes, and loses it when it changes itself', async () => {
    const [before, moved, spaced, changed] = await Promise.all([
      scan(FAULT),
      scan(`// new\nconst a = 1\n${FAULT}`),
      scan('el.innerHTML  =\n  comment.text'),
      scan('el.innerHTML = comment.title'),
    ])
    const of = ({ findings }: typeof before) => findings[0]?.fingerprint
    expect(of(moved)).toBe(of(before))
    expect(of(spaced)).toBe(of(before))
    expect(of(changed)).not.toBe(of(before))
  })

  test('differs from an equal one further down', async () => {
    const { findings } = await scan(`${FAULT}\n${FAULT}`)
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  test('shows one short line without secrets', async () => {
    const key = `sk_${'live'}_${'a1b2c3d4'.repeat(3)}`
    const { findings } = await scan(`fetch(\n 'http://pay.example.com/?key=${key}', ${'x, '.repeat(200)}x)`)
    expect(findings[0]?.snippet).not.toContain(key)
    expect(findings[0]?.snippet).not.toContain('\n')
    expect(findings[0]?.snippet.length).toBeLessThanOrEqual(200)
  })

  test.each([
    '// eslint-disable-next-line\n',
    '/* eslint-disable */\n',
    '// nosemgrep\n',
    '// @ts-ignore\n',
    '/* oxlint-disable */\n',
  ])('is there whatever comments say: %s', async (comment) => {
    expect((await scan(comment + FAULT)).findings).toHaveLength(1)
  })
})

describe('files that are not read', () => {
  test.each([
    ['node_modules/x/index.js', 'eval(x)', 'apart'],
    ['dist/app.js', 'eval(x)', 'apart'],
    ['src/app.min.js', 'eval(x)', 'apart'],
    ['src/app.test.ts', 'eval(x)', 'apart'],
    ['src/bundle.js', `eval(x);${'a=1;'.repeat(5_000)}`, 'bundled'],
    ['src/line.js', 'a'.repeat(50 * 1024 * 1024), 'too_large'],
    ['src/broken.js', 'const = = (', 'syntax'],
  ])('%s', async (path, text, skipped) => {
    expect(await scan(text, path)).toEqual({ findings: [], skipped })
  })

  test('a page full of brackets, quotes and half tags settles', async () => {
    for (const piece of ['<script ', '{@html ', 'v-html="', '<!--', '<script>"']) {
      await scan(piece.repeat(Math.floor(100_000 / piece.length)), 'src/a.vue')
    }
  })
})

test('one file has at most 200 findings', async () => {
  const { findings } = await scan(
    Array.from({ length: 5_000 }, (_, n) => `a${n}.innerHTML = b${n}`).join('\n'),
  )
  expect(findings).toHaveLength(200)
})

test('long chains and loops of names settle', async () => {
  const chain = Array.from({ length: 3_000 }, (_, n) => `const v${n + 1} = v${n} + v${n}`).join('\n')
  const circle = 'let a = b; let b = a; function f(x) { return f(x) + g(x) } function g(x) { return f(g(x)) }'
  const { findings } = await scan(
    `const v0 = q\n${chain}\nel.innerHTML = v3000\n${circle}\nel.innerHTML = a + f(b)`,
  )
  expect(findings.length).toBeGreaterThan(0)
})
