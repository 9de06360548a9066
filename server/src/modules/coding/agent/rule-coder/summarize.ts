import { describeInstruction } from './instruction.ts'
import type { Item } from './item.ts'

/** What was done and what not, as the final reply. */
export function summarize(items: readonly Item[], unclear: readonly string[]): string {
  const done = items.filter(({ problem }) => problem === null)
  const failed = items.filter(({ problem }) => problem !== null)
  const parts = [
    ...list(
      'Done:',
      done.map(({ instruction }) => describeInstruction(instruction)),
    ),
    ...list(
      'Not done:',
      failed.map(({ instruction, problem }) => `${describeInstruction(instruction)}: ${problem}`),
    ),
    ...list('Not understood:', unclear),
    ...(unclear.length > 0 || items.length === 0 ? [HELP] : []),
  ]
  return parts.join('\n\n')
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `- ${line}`)].join('\n')]
}

/** In the words of docs/coding-sessions.md. */
const HELP = [
  'This server has no language model; sentences such as these are understood without one:',
  '- Add a file docs/hello.md with “Hello”',
  '- Append “one more line” to notes.txt',
  '- Replace “old words” with “new words” in src/main.ts',
  '- Rename total to sum in src/main.ts',
  '- Rename a.txt to b.txt, or move a.txt to folder/a.txt',
  '- Delete old.txt',
  '- Create an entity Task with fields title, done (boolean), due (date)',
].join('\n')
