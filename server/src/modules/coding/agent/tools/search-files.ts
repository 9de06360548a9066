import { Type } from 'typebox'
import { shorten } from '../../../../platform/text/shorten.ts'
import { GitFailed } from '../../../../ports/git/port.ts'
import { output, refusal } from './agent-tool.ts'
import { fileTool } from './file-tool.ts'
import { PathInput, treePath } from './path-input.ts'
import { findEntry } from './tree-files.ts'

const MOST_MATCHES = 100
const LONGEST_LINE = 300

export const searchFiles = fileTool({
  name: 'search',
  readsOnly: true,
  description: `Finds lines of files that hold a text, or match a POSIX extended regular expression; letters in the case given. Shows at most ${MOST_MATCHES} as path:line: text.`,
  input: Type.Object({
    pattern: Type.String({ minLength: 1, maxLength: 1_000 }),
    is_regex: Type.Optional(Type.Boolean({ description: 'Without it the pattern is plain text' })),
    path: Type.Optional(PathInput('A folder or file to search in; without it everywhere')),
  }),
  async run({ copy, signal }, { pattern, is_regex: isRegex = false, path = '' }) {
    const under = treePath(path)
    if (/[\0\r\n]/.test(pattern)) return refusal('A pattern is one line.')
    if (under !== '' && (await findEntry(copy.tree, under)) === null)
      return refusal(`${under} does not exist.`)
    const query = { pattern, isRegex, under, most: MOST_MATCHES, signal }
    const found = await copy.search(query).catch((error: unknown) => {
      signal.throwIfAborted()
      const problem = error instanceof GitFailed ? PROBLEMS[error.fault] : undefined
      if (problem === undefined) throw error
      return problem
    })
    if (typeof found === 'string') return refusal(found)
    if (found.matches.length === 0) return output('Nothing matches.')
    const lines = found.matches.map(
      ({ path, line, text }) => `${path}:${line}: ${shorten(text, LONGEST_LINE)}`,
    )
    const note = found.truncated
      ? [`More than ${MOST_MATCHES} lines match; search for something longer, or in a folder.`]
      : []
    return output([...lines, ...note].join('\n'))
  },
})

const PROBLEMS: Partial<Record<GitFailed['fault'], string>> = {
  failed: 'The pattern could not be used: is it a valid regular expression?',
  timed_out: 'The search took too long. Search for something simpler, or in a folder.',
}
