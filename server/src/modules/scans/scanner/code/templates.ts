/** What the markup of pages and components shows as HTML, or runs. */
import type { Look } from './look.ts'
import { type Code, readExpression } from './read-code.ts'
import { flag } from './rules/html.ts'
import type { Node } from './syntax-tree.ts'

const AS_HTML = /\bv-html\s*=\s*"([^"]{1,500})"|\bv-html\s*=\s*'([^']{1,500})'|\{@html\s+([^}]{1,500})\}/g
const SCRIPT_LINK =
  /\b(?:href|src|action|formaction)\s*=\s*["']\s*javascript:(?!\s*(?:void\b|;|["']|\/\/|history\.|window\.print))[^"']{0,500}["']/gi

/** Of each kind; nobody writes more into one file. */
const MOST = 500

/** Each expression is judged as if it stood at the end of the component's script. */
export function lookAtMarkup(code: Code, look: Look): void {
  if (code.markup === null) return
  const markup = withoutComments(code.markup)
  for (const found of markup.matchAll(AS_HTML).take(MOST)) {
    const source = found[1] ?? found[2] ?? found[3] ?? ''
    const read = readExpression(source, found.index + found[0].indexOf(source))
    if (!read) continue
    for (const node of read.nodes) if (node.parent === null) node.parent = code.root
    flag(placeOf(found.index, found[0]), read.expression, look)
  }
  for (const found of markup.matchAll(SCRIPT_LINK).take(MOST)) {
    look.report(placeOf(found.index, found[0]), 'script_url', 'low', 'medium')
  }
}

function placeOf(index: number, text: string): Node {
  return { type: 'Markup', start: index, end: index + text.length, parent: null }
}

/** Blank, so that everything else stays in its place. */
function withoutComments(markup: string): string {
  let clean = ''
  let done = 0
  for (let start = markup.indexOf('<!--'); start >= 0; start = markup.indexOf('<!--', done)) {
    const end = markup.indexOf('-->', start)
    clean += markup.slice(done, start)
    done = end < 0 ? markup.length : end + 3
    clean += markup.slice(start, done).replaceAll(/[^\n]/g, ' ')
  }
  return clean + markup.slice(done)
}
