import { Type } from 'typebox'
import { shorten } from '../../../../platform/text/shorten.ts'
import { output, refusal } from './agent-tool.ts'
import { fileTool } from './file-tool.ts'
import { innerPath, PathInput } from './path-input.ts'
import { isBinary, linesOf } from './text-files.ts'
import { readTreeFile } from './tree-files.ts'

const MOST_LINES = 2_000
const MOST_CHARACTERS = 100_000
const LONGEST_LINE = 2_000
export const LARGEST_FILE = 10_000_000

export const readFile = fileTool({
  name: 'read_file',
  readsOnly: true,
  description: `Reads a text file, with the number of each line and a tab in front of it. At most ${MOST_LINES} lines at a time: name the first line and how many for the rest.`,
  input: Type.Object({
    path: PathInput('Such as src/main.ts'),
    from_line: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_FILE })),
    line_count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LINES })),
  }),
  async run({ copy }, { path: given, from_line: from = 1, line_count: most = MOST_LINES }) {
    const path = innerPath(given)
    const bytes = await readTreeFile(copy.tree, path, LARGEST_FILE)
    if (bytes.length === 0) return output(`${path} is empty.`)
    if (isBinary(bytes)) return output(`${path} is a binary file of ${bytes.length} bytes.`)
    const lines = linesOf(bytes.toString('utf8'))
    if (from > lines.length) return refusal(`${path} has only ${lines.length} lines.`)
    const shown = numbered(lines, from, most)
    const last = from + shown.length - 1
    const isWhole = from === 1 && last === lines.length
    const note = last < lines.length ? ` Read on with from_line ${last + 1}.` : ''
    const head = isWhole ? [] : [`Lines ${from} to ${last} of ${lines.length} of ${path}.${note}`]
    return output([...head, ...shown].join('\n'))
  },
})

/** As many lines as there is room for, and one at least. */
function numbered(lines: readonly string[], from: number, most: number): string[] {
  const shown: string[] = []
  let room = MOST_CHARACTERS
  for (const [at, line] of lines.slice(from - 1, from - 1 + most).entries()) {
    const text = `${from + at}\t${shorten(line, LONGEST_LINE)}`
    room -= text.length + 1
    if (room < 0 && shown.length > 0) break
    shown.push(text)
  }
  return shown
}
