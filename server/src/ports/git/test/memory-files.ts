/** Files of a work copy, in a folder because tools and commands open them there. */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { shorten } from '../../../platform/text/shorten.ts'
import { empty } from '../check-out.ts'
import { pathspec } from '../find-files.ts'
import { GitFailed, type SearchMatch, type SearchQuery } from '../port.ts'
import { isBinary } from './memory-diff.ts'
import { type Entry, entryOf, type Tree } from './memory-history.ts'

const EXECUTABLE = 0o100
const LONGEST_LINE = 500

export function readTree(folder: string): Tree {
  const found: [string, Entry][] = []
  const walk = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below + entry.name
      const file = join(folder, path)
      if (entry.isSymbolicLink()) found.push([path, entryOf('link', readlinkSync(file))])
      else if (entry.isDirectory() && entry.name !== '.git') walk(`${path}/`)
      else if (entry.isFile()) {
        const isProgram = (lstatSync(file).mode & EXECUTABLE) !== 0
        found.push([path, entryOf(isProgram ? 'program' : 'file', readFileSync(file))])
      }
    }
  }
  walk('')
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Replaces all files of the folder. */
export async function writeTree(folder: string, tree: Tree): Promise<void> {
  await empty(folder)
  for (const [path, { mode, bytes }] of tree) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (mode === 'link') symlinkSync(bytes.toString(), file)
    else writeFileSync(file, bytes, { mode: mode === 'program' ? 0o755 : 0o644 })
  }
}

/** The tracked files that are there, and the new ones that are not ignored. */
export function visibleFiles(files: Tree, tracked: Tree): Tree {
  const isIgnored = createIgnored(files)
  return new Map([...files].filter(([path]) => tracked.has(path) || !isIgnored(path)))
}

/** Reads all `.gitignore` files: names, paths and `*`; the last matching line counts. */
function createIgnored(files: Tree): (path: string) => boolean {
  const rules = [...files].flatMap(([path, { bytes }]) => {
    if (!/(^|\/)\.gitignore$/.test(path)) return []
    const folder = path.slice(0, -'.gitignore'.length)
    const lines = bytes.toString().split('\n')
    return lines
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => ruleOf(folder, line))
  })
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.ignores ?? false
}

function ruleOf(folder: string, line: string): { pattern: RegExp; ignores: boolean } {
  const [, not = '', words = ''] = /^(!?)(.*?)\/?\s*$/.exec(line) ?? []
  const isPath = words.includes('/')
  const inner = RegExp.escape(words.replace(/^\//, '')).replaceAll('\\*', '[^/]*')
  return {
    pattern: new RegExp(`^${RegExp.escape(folder)}${isPath ? '' : '(.*/)?'}${inner}(/|$)`),
    ignores: not === '',
  }
}

export function listBelow(files: Tree, under: string, most: number): { paths: string[]; truncated: boolean } {
  const paths = [...below(files, under).keys()]
  return { paths: paths.slice(0, most), truncated: paths.length > most }
}

function below(files: Tree, under: string): Tree {
  const where = pathspec(under)
  if (where === null) return new Map()
  const [folder] = where
  const isBelow = (path: string) => folder === undefined || path === folder || path.startsWith(`${folder}/`)
  return new Map([...files].filter(([path]) => isBelow(path)))
}

export function searchFiles(
  files: Tree,
  { pattern, isRegex, under, most, signal }: SearchQuery,
): { matches: SearchMatch[]; truncated: boolean } {
  signal.throwIfAborted()
  const matches: SearchMatch[] = []
  const isMatch = isRegex ? regexOf(pattern) : (line: string) => line.includes(pattern)
  for (const [path, entry] of pattern === '' ? [] : below(files, under)) {
    if (entry.mode === 'link' || isBinary(entry)) continue
    for (const [at, text] of entry.bytes.toString().split('\n').entries())
      if (isMatch(text)) matches.push({ path, line: at + 1, text: shorten(text, LONGEST_LINE) })
  }
  return { matches: matches.slice(0, most), truncated: matches.length > most }
}

function regexOf(pattern: string): (line: string) => boolean {
  try {
    const regex = new RegExp(pattern)
    return (line) => regex.test(line)
  } catch {
    throw new GitFailed('failed', 'That is no regular expression that git can search for.')
  }
}
