import type { ChangedFile } from '../../../../ports/git/port.ts'

const MOST_NAMED = 3
const MOST_LISTED = 50
const VERBS = { added: 'adds', modified: 'changes', deleted: 'deletes', renamed: 'moves' } as const

/** The files of a change in one sentence, and as a list in Markdown. Pure. */
export function summarizeFiles(files: readonly ChangedFile[]): { short: string; list: string } {
  if (files.length === 0) return { short: 'Changes nothing', list: 'No file changed.' }
  const groups = (['added', 'modified', 'renamed', 'deleted'] as const).flatMap((status) => {
    const paths = files.filter((file) => file.status === status).map(({ path }) => path)
    return paths.length === 0 ? [] : [`${VERBS[status]} ${countFiles(paths.length)}: ${named(paths)}`]
  })
  const short = groups.join('; ')
  const lines = files.slice(0, MOST_LISTED).map(listed)
  const left = files.length - lines.length
  return {
    short: `${short.charAt(0).toUpperCase()}${short.slice(1)}`,
    list: [...lines, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n'),
  }
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}

function named(paths: readonly string[]): string {
  const left = paths.length - MOST_NAMED
  return `${paths.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

function listed({ path, old_path, status, additions, deletions, is_binary }: ChangedFile): string {
  const name = old_path === null || old_path === path ? code(path) : `${code(old_path)} → ${code(path)}`
  return `- ${name} (${status}${is_binary ? ', binary' : `, +${additions} −${deletions}`})`
}

/** Backticks in the name of a file must not end the code. */
function code(path: string): string {
  return `\`${path.replaceAll(/[`\p{Cc}]/gu, '?')}\``
}
