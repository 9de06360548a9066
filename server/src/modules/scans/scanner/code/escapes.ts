/** Functions that make markup harmless by what they do. */
import { at, below, type Node, propertyName, textOf } from './syntax-tree.ts'

const known = new WeakMap<Node, boolean>()

/** Whether a function writes `&lt;` for `<`, or lets the browser do so by a text node. */
export function escapes(fn: Node): boolean {
  const before = known.get(fn)
  if (before !== undefined) return before
  let [writesEntity, setsText, readsHtml] = [false, false, false]
  for (const node of below(fn)) {
    writesEntity ||= /^&(?:lt|#0*60|#x0*3c);?$/i.test(textOf(node) ?? '')
    const name = node.type === 'MemberExpression' ? propertyName(node) : null
    setsText ||=
      name === 'createTextNode' || (isSet(node) && (name === 'textContent' || name === 'innerText'))
    readsHtml ||= name === 'innerHTML' && !isSet(node)
  }
  const found = writesEntity || (setsText && readsHtml)
  known.set(fn, found)
  return found
}

function isSet(node: Node): boolean {
  return node.parent?.type === 'AssignmentExpression' && at(node.parent, 'left') === node
}
