import { expect, test } from 'vitest'
import { failureFacts } from '../test/failure-facts.ts'
import { collectEvidence } from './evidence.ts'
import { citedEvidence, type Finding, LONGEST_EXPLANATION, renderExplanation } from './explanation.ts'

const evidence = collectEvidence(failureFacts())
const finding: Finding = {
  cause: 'The shop failed.',
  evidence_ids: ['E1'],
  fix_steps: ['Wait.', 'Run it again.'],
  confidence: 'high',
}
const render = (changes: Partial<Finding>) =>
  renderExplanation({ ...finding, ...changes }, evidence, '*note*')

test('only evidence that exists is cited, and without any there is nothing to say', () => {
  const cited = (...evidence_ids: string[]) =>
    citedEvidence({ ...finding, evidence_ids }, evidence)?.map(({ id }) => id)
  expect(cited('E2', 'E1', 'E99', 'E1')).toEqual(['E1', 'E2'])
  expect(cited(' e3 ')).toEqual(['E3'])
  expect(cited('E99', 'E0', '')).toBeUndefined()
})

test('is Markdown: the cause, what to do, what shows it', () => {
  const lines = renderExplanation(finding, evidence.slice(0, 1), '*note*').split('\n')
  expect(lines).toEqual([
    'The shop failed.',
    '',
    '**What to do**',
    '',
    '1. Wait.',
    '2. Run it again.',
    '',
    '**Evidence** (confidence: high)',
    '',
    expect.stringMatching(/^- E1, The error: code: http_status message: The server answered 500/),
    '',
    '*note*',
  ])
  expect(render({ fix_steps: [] })).not.toContain('What to do')
})

test('never exceeds its length', () => {
  const long = '<'.repeat(4_000)
  const text = render({ cause: long, fix_steps: Array(10).fill(long.slice(0, 2_000)) })
  expect(text.length).toBeLessThanOrEqual(LONGEST_EXPLANATION)
  expect(text).toContain('*note*')
})

test('loads and runs nothing that a stranger wrote', () => {
  const text = render({
    cause:
      'See ![x](https://evil.example.com/?q=1)\n# Title\u0000 <img src=x onerror=alert(1)> [ok](javascript:1)',
  })
  const [cause] = text.split('\n')
  expect(cause).toBe(
    'See ! [x] (https://evil.example.com/?q=1) # Title &lt;img src=x onerror=alert(1)> [ok] (javascript:1)',
  )
})
