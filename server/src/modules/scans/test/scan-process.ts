/** Stands in for the scanner's own process in tests: each task does to the process what its input says. */
import { serveTasks } from '../scanner/serve-tasks.ts'

interface Hostile {
  text?: string
  path?: string
}

const finding = (file_path: string, n: number) => ({
  ...{
    fingerprint: `${file_path}-${n}`,
    rule_id: 'planted',
    confidence: 'high',
    title: 'T',
    description: 'D',
  },
  ...{ severity: n === 77 ? 'critical' : 'low', recommendation: 'R', references: [], cwe: [], category: 'c' },
  ...{ file_path, start_line: n, start_column: 1, end_line: n, end_column: 1, snippet: '' },
})

function suffer({ text = '' }: Hostile): void {
  if (text.startsWith('never ends')) for (;;);
  if (text.startsWith('eats memory'))
    for (const eaten: unknown[] = []; ; ) eaten.push(Array(1_000_000).fill(text.length))
  if (text.startsWith('dies')) process.kill(process.pid, 'SIGKILL')
  if (text.startsWith('throws')) throw new Error('planted')
}

serveTasks({
  rules: () => [],
  secrets: () => [],
  function: () => {
    throw new Error('planted')
  },
  code(file: Hostile) {
    suffer(file)
    const [, count = '0'] = /^(\d+) findings/.exec(file.text ?? '') ?? []
    const findings = Array.from({ length: Number(count) }, (_, n) => finding(file.path ?? '', n))
    return { findings, skipped: null }
  },
  lock_file: () => ({ packages: [] }),
  integrations: () => ({ names: [], is_open: false }),
})
