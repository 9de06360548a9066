/** Where a place of a JSON value stands in its text, by the tree that the parser made of it. */
import type { SyntaxNode } from '@lezer/common'

export type JsonPlace = readonly (string | number)[]

/** The key that names the place, or what stands there; the nearest place above when there is none. */
export function rangeOfPlace(top: SyntaxNode, text: string, place: JsonPlace): { from: number; to: number } {
  let value = top.firstChild
  let marked = value
  for (const step of place) {
    const inner = value && stepInto(value, text, step)
    if (!inner) break
    value = inner.value
    marked = inner.marked
  }
  const { from, to } = marked ?? top
  // A whole object would be a wall of red: its first line is enough.
  const lineEnd = text.indexOf('\n', from)
  return { from, to: lineEnd > from && lineEnd < to ? lineEnd : to }
}

function stepInto(node: SyntaxNode, text: string, step: string | number) {
  if (node.name === 'Array') {
    const item = childrenOf(node).filter(({ name }) => VALUES.has(name))[Number(step)]
    return item ? { value: item, marked: item } : null
  }
  for (const property of childrenOf(node)) {
    if (property.name !== 'Property') continue
    const key = property.getChild('PropertyName')
    if (key && nameIn(text.slice(key.from, key.to)) === String(step))
      return { value: childrenOf(property).find(({ name }) => VALUES.has(name)) ?? key, marked: key }
  }
  return null
}

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}
