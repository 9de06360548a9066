/** Parts of the syntax that rules ask for: tests, the nodes within a node, the function around it. */
import { isFunction, type Node, nodeAt, type Syntax } from './read-syntax.ts'

/** Expressions that decide which way the code goes on; null for other nodes. */
export function testOf(node: Node): (Node | null)[] | null {
  if (/^(?:If|While|Conditional)/.test(node.type)) return [nodeAt(node, 'test')]
  if (node.type === 'SwitchStatement') return [nodeAt(node, 'discriminant')]
  return node.type === 'LogicalExpression' && node.operator !== '??' ? [nodeAt(node, 'left')] : null
}

export function ownerOf(node: Node, { parents }: Syntax): Node | null {
  for (let up = parents.get(node); up; up = parents.get(up)) if (isFunction(up)) return up
  return null
}

export const contains = (outer: Node, inner: Node): boolean =>
  outer.start <= inner.start && inner.end <= outer.end

export function within(root: Node | null, { nodes }: Syntax): Node[] {
  if (!root) return []
  const first = firstAt(nodes, root.start)
  const found: Node[] = []
  for (let index = first; index < nodes.length; index++) {
    const node = nodes[index]
    if (!node || node.start >= root.end) break
    if (node.end <= root.end) found.push(node)
  }
  return found
}

/** Nodes stand in the order of the text, so the first is found by bisection. */
function firstAt(nodes: readonly Node[], start: number): number {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((nodes[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}
