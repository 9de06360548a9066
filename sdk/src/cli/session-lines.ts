/** What happens in a coding session, in lines for people. */
import type { CodingSession, CodingSessionEvent } from '../resources.ts'
import { visible } from './print.ts'

type Facts = Record<string, unknown>
const LONGEST = 160

/** None for what says nothing new. */
export function linesOf({ type, data }: CodingSessionEvent): string[] {
  return LINES[type](data).map((line) => visible(line))
}

const LINES: Record<CodingSessionEvent['type'], (data: Facts) => string[]> = {
  message: ({ text }) => [`> ${firstLine(text)}`],
  turn: ({ text, calls }) => [
    ...(text ? [firstLine(text)] : []),
    ...listOf(calls).map(({ tool, input }) => `  ${tool} ${aboutOf(input)}`.trimEnd()),
  ],
  tool_result: ({ output, is_error }) => (is_error ? [`    failed: ${firstLine(output)}`] : []),
  plan: ({ items }) => listOf(items).map(({ text, status }) => `  [${MARKS[String(status)] ?? ' '}] ${text}`),
  input_request: () => [],
  input: ({ from }) => [`Answered by ${from}`],
  commit: ({ commit, files, additions, deletions }) => [
    `Pushed ${String(commit).slice(0, 8)}: ${listOf(files).length} files, +${additions} -${deletions}`,
  ],
  check: ({ name, status }) => [`Check ${name}: ${status}`],
  pull_request: ({ number, url }) => [`Pull request #${number}: ${url}`],
  state: ({ to, error_code }) => [error_code ? `${to}: ${error_code}` : String(to).replaceAll('_', ' ')],
}

const MARKS: Record<string, string> = { waiting: ' ', doing: '>', done: 'x', skipped: '-' }

export function endOfSession(session: CodingSession): string {
  const { pull_request, summary } = session
  const lines = [...(summary ? [summary] : []), ...(pull_request ? [pull_request.url] : [])]
  return lines.map((line) => `${line.split('\n').map(visible).join('\n')}\n`).join('')
}

function listOf(value: unknown): Facts[] {
  return Array.isArray(value) ? value : []
}

/** The file or the command that a call is about. */
function aboutOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { path, from, command, pattern, query } = input as Facts
  return firstLine(path ?? from ?? command ?? pattern ?? query ?? '')
}

function firstLine(text: unknown): string {
  const [line = ''] = String(text ?? '')
    .trim()
    .split('\n')
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
