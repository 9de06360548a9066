/** Runs of tests as JUnit XML, the form that CI systems show. */
import type { TestRun } from '../resources.ts'
import { countOf, type TestOutcome } from './test-outcome.ts'

export function junitOf(app_id: string, outcomes: readonly TestOutcome[]): string {
  const totals = {
    tests: outcomes.length,
    failures: countOf(outcomes, 'failed'),
    errors: countOf(outcomes, 'error'),
    time: seconds(outcomes.reduce((sum, { run }) => sum + (run?.duration_ms ?? 0), 0)),
  }
  const begun = outcomes.flatMap(({ run }) => (run ? [run.created_date] : [])).sort()[0]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: 'Atrium', ...totals })}>`,
    `  <testsuite ${attributes({ name: app_id, ...totals, skipped: 0, ...(begun && { timestamp: begun }) })}>`,
    ...outcomes.map((outcome) => testCase(app_id, outcome)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(classname: string, outcome: TestOutcome): string {
  const { name, verdict, message, category, run } = outcome
  const time = seconds(run?.duration_ms ?? 0)
  const element = verdict === 'failed' ? 'failure' : 'error'
  const problem =
    verdict === 'passed'
      ? []
      : [`<${element} ${attributes({ message, type: category })}>${escaped(message)}</${element}>`]
  return [
    `    <testcase ${attributes({ name, classname, time })}>`,
    ...problem.map((line) => `      ${line}`),
    ...(run ? [`      <system-out>${escaped(stepLines(run).join('\n'))}</system-out>`] : []),
    '    </testcase>',
  ].join('\n')
}

/** A line for each step: how it ended, what it was, and what went wrong. */
export function stepLines({ id, steps }: TestRun): string[] {
  return [
    `Run ${id}`,
    ...steps.map(({ status, instruction, healed, error }, n) => {
      const notes = [healed ? `healed: ${healed.reason}` : '', error ? `${error.code}: ${error.message}` : '']
      const line = `${n + 1}. ${status.padEnd(7)} ${instruction}`
      return [line, ...notes.filter((note) => note !== '')].join(' | ')
    }),
  ]
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML cannot hold at all, not even escaped, is shown as what it is. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r', '')
    .replaceAll(/[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, (each) => {
      return `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
    })
    .replaceAll(/[&<>"]/g, (each) => ENTITIES[each] ?? each)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}
