import { parseSync } from 'oxc-parser'
import type { ScannedFile } from '../snapshot.ts'
import { isApart, type SkipReason } from './code-paths.ts'
import { linkTree, type Node } from './syntax-tree.ts'

export interface Code {
  /** All nodes, in the order of the text. */
  nodes: Node[]
  root: Node
  /** Of the whole file; the places of nodes are places in it. */
  text: string
  path: string
  /** What stands around the scripts of a page or component; null for plain code. */
  markup: string | null
}

const PAGE = /\.(?:vue|svelte|html?)$/i
const MOST_CHARACTERS = 1024 * 1024
/** Nobody writes so much into one line. */
const LONG_LINE = 5_000
const LONG_SHARE = 0.5

/** The tree of a file, or why it is left alone. */
export function readCode({ path, text }: ScannedFile): Code | SkipReason {
  if (isApart(path)) return 'apart'
  if (text.length > MOST_CHARACTERS) return 'too_large'
  const isPage = PAGE.test(path)
  if (!isPage && isBundled(text)) return 'bundled'
  const { script, markup, is_typed } = isPage
    ? splitPage(text)
    : { script: text, markup: null, is_typed: false }
  const root = parse(path, script, is_typed)
  return root === null ? 'syntax' : { nodes: linkTree(root), root, text, path, markup }
}

/** One expression of a template, as if it stood at this place of the file. */
export function readExpression(source: string, offset: number): { nodes: Node[]; expression: Node } | null {
  const root = parse('expression.ts', `(${source}\n)`, true)
  const statement = (root?.body as Node[] | undefined)?.[0]
  if (!root || statement?.type !== 'ExpressionStatement') return null
  const nodes = linkTree(root)
  for (const node of nodes) {
    node.start += offset - 1
    node.end += offset - 1
  }
  return { nodes, expression: statement.expression as Node }
}

function parse(path: string, text: string, isTyped: boolean): Node | null {
  const own = isTyped || /\.[mc]?ts$/i.test(path) ? 'ts' : /\.tsx$/i.test(path) ? 'tsx' : 'jsx'
  // What is said to be plain code may have types in it, and older scripts are no modules.
  const tries = [
    { lang: own, sourceType: 'module' },
    { lang: own === 'jsx' ? 'tsx' : own, sourceType: 'script' },
    { lang: 'tsx', sourceType: 'module' },
  ] as const
  for (const options of tries) {
    const { program, errors } = parseSync('code', text, options)
    // The parser's types know every kind of node; rules look at few and take them as they come.
    if (program.body.length > 0 || errors.length === 0) return program as unknown as Node
  }
  return null
}

function isBundled(text: string): boolean {
  let long = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    if (to - from > LONG_LINE) long += to - from
    from = to + 1
  }
  return long > text.length * LONG_SHARE
}

const SCRIPT = /<script\b([^>]{0,1000})>/gi
const NO_CODE = /\btype\s*=\s*["']?(?!module|text\/javascript|application\/javascript|text\/babel)[\w/+.-]+/i

/** Both keep every character in its place: what belongs to the other is blank. */
function splitPage(text: string): { script: string; markup: string; is_typed: boolean } {
  let script = ''
  let markup = ''
  let isTyped = false
  let done = 0
  for (const { index, 0: tag, 1: attributes = '' } of text.matchAll(SCRIPT)) {
    const start = index + tag.length
    if (start < done || NO_CODE.test(attributes)) continue
    const end = endOfScript(text, start)
    isTyped ||= /\blang\s*=\s*["']?tsx?\b/i.test(attributes)
    script += blank(text.slice(done, start)) + text.slice(start, end)
    markup += text.slice(done, start) + blank(text.slice(start, end))
    done = end
  }
  return { script: script + blank(text.slice(done)), markup: markup + text.slice(done), is_typed: isTyped }
}

function endOfScript(text: string, start: number): number {
  const end = text.slice(start).search(/<\/script\b/i)
  return end < 0 ? text.length : start + end
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}
