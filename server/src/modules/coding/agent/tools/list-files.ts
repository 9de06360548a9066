import { Type } from 'typebox'
import { output, refusal } from './agent-tool.ts'
import { fileTool } from './file-tool.ts'
import { PathInput, treePath } from './path-input.ts'
import { findEntry } from './tree-files.ts'

const MOST_SHOWN = 500
const MOST_COUNTED = 20_000

export const listFiles = fileTool({
  name: 'list_files',
  readsOnly: true,
  description: `Lists the files of the repository or of a folder, without ignored ones. Of more than ${MOST_SHOWN} files only the folders are shown, with how many files they hold.`,
  input: Type.Object({
    path: Type.Optional(PathInput('A folder such as src; without it the whole repository')),
  }),
  async run({ copy }, input) {
    const under = treePath(input.path ?? '')
    if (under !== '') {
      const kind = await findEntry(copy.tree, under)
      if (kind === null) return refusal(`${under} does not exist.`)
      if (kind === 'link') return refusal(`${under} is a symbolic link, which is not followed.`)
    }
    const { paths, truncated } = await copy.listFiles({ under, most: MOST_COUNTED })
    if (paths.length === 0)
      return output(under === '' ? 'The repository has no files.' : `${under} has no files.`)
    if (paths.length <= MOST_SHOWN) return output(paths.join('\n'))
    const shown = foldersWithCounts(paths, under)
    const left = shown.length - MOST_SHOWN
    return output(
      [
        `${truncated ? 'More than ' : ''}${paths.length} files. Name a folder to see what is in it:`,
        ...shown.slice(0, MOST_SHOWN),
        ...(left > 0 ? [`… and ${left} more`] : []),
      ].join('\n'),
    )
  },
})

/** `src/ (12 files)` for each folder right under the one asked for, and the files next to them. */
function foldersWithCounts(paths: readonly string[], under: string): string[] {
  const prefix = under === '' ? '' : `${under}/`
  const counts = new Map<string, number>()
  for (const path of paths) {
    const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path
    const slash = rest.indexOf('/')
    const name = slash < 0 ? path : `${prefix}${rest.slice(0, slash)}/`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) =>
    name.endsWith('/') ? `${name} (${count === 1 ? '1 file' : `${count} files`})` : name,
  )
}
