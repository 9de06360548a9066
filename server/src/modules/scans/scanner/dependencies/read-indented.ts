/**
 * Reads what pnpm and yarn write: names and values, indented below each other. That is a small part of YAML, and on
 * purpose no more: a reader of all of it takes minutes for large files, and there is nothing in it that multiplies.
 */
import { LockFault } from './lock-fault.ts'

export type Tree = Map<string, string | Tree>

const LONGEST_LINE = 100_000
const DEEPEST = 16

export function readIndented(text: string): Tree {
  let root: Tree = new Map()
  let open = [{ indent: -1, tree: root }]
  /** What is indented deeper than this belongs to a value that nobody needs. */
  let skipBelow = Number.POSITIVE_INFINITY
  /** A name too long for one line stands alone, behind a question mark. */
  let longName: string | null = null

  const put = (indent: number, line: string): void => {
    while (indent <= (open.at(-1)?.indent ?? -1)) open.pop()
    const { name, value } = readPair(line)
    const tree = open.at(-1)?.tree ?? root
    if (value !== null) {
      tree.set(name, value)
      skipBelow = indent
      return
    }
    if (open.length > DEEPEST) throw new LockFault('it is nested too deep')
    const below: Tree = new Map()
    tree.set(name, below)
    open.push({ indent, tree: below })
  }

  for (const { indent, line } of linesOf(text)) {
    if (indent > skipBelow) continue
    skipBelow = Number.POSITIVE_INFINITY
    if (line === '---') {
      root = new Map()
      open = [{ indent: -1, tree: root }]
    } else if (line === '-' || line.startsWith('- ')) skipBelow = indent
    else if (line.startsWith('? ')) longName = line.slice(2)
    else if (longName !== null && line.startsWith(':')) {
      put(indent, `${longName}:`)
      longName = null
      const rest = line.slice(1).trim()
      if (rest !== '') put(indent + 2, rest)
    } else put(indent, line)
  }
  return root
}

/** Without those that are empty or only remark something. */
function* linesOf(text: string): Generator<{ indent: number; line: string }> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const until = end === -1 ? text.length : end
    if (until - start > LONGEST_LINE) throw new LockFault('a line of it is too long')
    const line = text.slice(start, until).trimEnd()
    start = until + 1
    const trimmed = line.trimStart()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    yield { indent: line.length - trimmed.length, line: trimmed }
  }
}

/** `name:`, `name: value`, or `name value` as yarn 1 writes it. */
function readPair(line: string): { name: string; value: string | null } {
  if (/^(?:<<<<<<<|=======|>>>>>>>)/.test(line))
    throw new LockFault('it has conflicts that were not resolved')
  if (line.endsWith(':')) return { name: unquote(line.slice(0, -1)), value: null }
  const [, name, value] = PAIR.exec(line) ?? []
  if (name === undefined || value === undefined) throw new LockFault(`a line of it has no name and value`)
  if (/^[&*!]/.test(value)) throw new LockFault('it refers to other places of itself')
  return { name: unquote(name), value: unquote(value) }
}

/** A name with or without quotes, then a colon or a blank. */
const PAIR = /^("[^"]*"|'[^']*'|[^\s"']\S*?)(?::\s+|\s+)(\S.*)$/

function unquote(text: string): string {
  const quote = text[0]
  if (text.length < 2 || (quote !== '"' && quote !== "'") || text.at(-1) !== quote) return text
  const inside = text.slice(1, -1)
  // Several names in quotes each, as yarn 1 lists them.
  return inside.includes(quote) ? text : inside
}

export function treeAt(tree: Tree, name: string): Tree {
  const found = tree.get(name)
  return found instanceof Map ? found : new Map()
}

export function textAt(tree: Tree, name: string): string {
  const found = tree.get(name)
  return typeof found === 'string' ? found : ''
}

/** The names and values right below a name. */
export function* textsAt(tree: Tree, name: string): Generator<[string, string]> {
  for (const [key, value] of treeAt(tree, name)) if (typeof value === 'string') yield [key, value]
}
