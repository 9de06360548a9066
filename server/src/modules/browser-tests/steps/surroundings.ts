/** What stands around an element of a list or table, such as the rest of its row: which one it is follows from that. */
import type { PageElement, PageNode } from '../../../ports/browser/port.ts'

const LONGEST = 200

/** Empty when nothing tells the node from its likes, or it has none and is no part of an item. */
export function nearText(nodes: readonly PageNode[], at: number): string {
  const node = nodes[at]
  if (!node) return ''
  const start = placesOf(nodes, node).length > 1 ? ownPart(nodes, at, node) : itemOf(nodes, at)
  const around = [...nodes.slice(start, at), ...nodes.slice(endOf(nodes, at), endOf(nodes, start))]
  const words = around.flatMap(({ name, value }) => [name, value ?? ''])
  return words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed()
}

/** Where the elements like this one are, in their order. */
export function placesOf(nodes: readonly PageNode[], element: PageElement): number[] {
  return nodes.flatMap((node, at) => (isAlike(node, element) ? [at] : []))
}

/**
 * Whether it is the same, but for numbers: stock, prices and times change by themselves. Those that the step names say
 * which one is meant.
 */
export function isSameNear(before: string, now: string, instruction: string): boolean {
  const named = new Set(instruction.match(/\d+/g))
  const plain = (text: string) =>
    text
      .replaceAll(/\d+/g, (number) => (named.has(number) ? number : ' '))
      .replaceAll(/[\s.,:]+/g, ' ')
      .trim()
  return plain(before) === plain(now)
}

/** Where the largest part of the page begins that holds it without another one like it. */
function ownPart(nodes: readonly PageNode[], at: number, node: PageNode): number {
  let start = at
  for (let parent = parentOf(nodes, at); parent >= 0; parent = parentOf(nodes, parent)) {
    if (placesOf(nodes.slice(parent, endOf(nodes, parent)), node).length > 1) break
    start = parent
  }
  return start
}

const ITEMS: ReadonlySet<string> = new Set(['listitem', 'row', 'article', 'treeitem'])

/** Where the item begins that it is in; the node itself when it is in none. */
function itemOf(nodes: readonly PageNode[], at: number): number {
  let parent = parentOf(nodes, at)
  while (parent >= 0 && !ITEMS.has(nodes[parent]?.role ?? '')) parent = parentOf(nodes, parent)
  return parent < 0 ? at : parent
}

function isAlike(one: PageElement, other: PageElement): boolean {
  return one.role === other.role && one.name === other.name
}

function parentOf(nodes: readonly PageNode[], at: number): number {
  const depth = nodes[at]?.depth ?? 0
  return nodes.findLastIndex((node, before) => before < at && node.depth < depth)
}

function endOf(nodes: readonly PageNode[], at: number): number {
  const depth = nodes[at]?.depth ?? 0
  const next = nodes.findIndex((node, after) => after > at && node.depth <= depth)
  return next < 0 ? nodes.length : next
}
