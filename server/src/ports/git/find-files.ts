/** Looks into the files of a work copy; never through a link, nor into what is ignored. */
import { StringDecoder } from 'node:string_decoder'
import { shorten } from '../../platform/text/shorten.ts'
import { splitZero } from './parse-diff.ts'
import { GitFailed, type SearchMatch, type SearchQuery } from './port.ts'
import { runGit } from './run-git.ts'
import type { WorkFolder } from './work-folder.ts'

const LONGEST_LINE = 500
const SEARCH_MS = 20_000

export async function search(
  { dir, tree }: WorkFolder,
  { pattern, isRegex, under, most, signal }: SearchQuery,
): Promise<{ matches: SearchMatch[]; truncated: boolean }> {
  const where = pathspec(under)
  if (where === null || pattern === '' || pattern.includes('\0')) return { matches: [], truncated: false }
  const matches: SearchMatch[] = []
  const reader = createLineReader((path, line, text) => {
    matches.push({ path, line, text: shorten(text, LONGEST_LINE) })
    return matches.length <= most
  })
  const { code } = await runGit({
    dir,
    tree,
    args: ['grep', ...PLAINLY, isRegex ? '-E' : '-F', '-e', pattern, '--', ...where],
    ends: [0, 1, 128],
    timeoutMs: SEARCH_MS,
    signal,
    take: reader,
  })
  if (code === 128) throw new GitFailed('failed', 'That is no regular expression that git can search for.')
  return { matches: matches.slice(0, most), truncated: matches.length > most }
}

const PLAINLY = [
  '--untracked',
  '--exclude-standard',
  '--no-recurse-submodules',
  '--no-textconv',
  '--no-color',
  '--full-name',
  '-I',
  '-n',
  '-z',
]

/** Everything, or a folder or file below the tree; null when it is elsewhere. */
export function pathspec(under: string): string[] | null {
  const path = under.replaceAll(/\/+/g, '/').replace(/^\.\/|\/$/g, '')
  if (path === '' || path === '.') return []
  if (path.startsWith('/') || path.includes('\0') || path.split('/').includes('..')) return null
  return [path]
}

/** `path NUL line NUL text`, line by line; of a long one only the beginning is held. */
function createLineReader(onMatch: (path: string, line: number, text: string) => boolean) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk: Buffer): boolean => {
    rest += decoder.write(chunk)
    for (let end = endOfMatch(rest); end >= 0; end = endOfMatch(rest)) {
      const [path = '', line = '', text = ''] = rest.slice(0, end).split('\0')
      rest = rest.slice(end + 1)
      if (!onMatch(path, Number(line), text)) return false
    }
    if (rest.length > HELD) rest = rest.slice(0, HELD)
    return true
  }
}

const HELD = 8_192 // a path may have 4,096 bytes

/** A name may hold line breaks: the line's own end is behind the second zero. */
function endOfMatch(text: string): number {
  const second = text.indexOf('\0', text.indexOf('\0') + 1)
  return second < 0 ? -1 : text.indexOf('\n', second)
}

export async function listFiles(
  { dir, tree }: WorkFolder,
  { under, most }: { under: string; most: number },
): Promise<{ paths: string[]; truncated: boolean }> {
  const where = pathspec(under)
  if (where === null) return { paths: [], truncated: false }
  const list = async (...args: string[]) =>
    splitZero((await runGit({ dir, tree, args: ['ls-files', '-z', ...args, '--', ...where] })).output)
  const [tracked, added, deleted] = [
    await list('--stage'),
    await list('--others', '--exclude-standard'),
    new Set(await list('--deleted')),
  ]
  const files = tracked
    .filter((entry) => !entry.startsWith(SUBMODULE))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1))
  // A name that ends so is a repository in a folder: its files are seen when it is committed.
  const paths = [
    ...files.filter((path) => !deleted.has(path)),
    ...added.filter((path) => !path.endsWith('/')),
  ]
  paths.sort()
  return { paths: paths.slice(0, most), truncated: paths.length > most }
}

const SUBMODULE = '160000 '
