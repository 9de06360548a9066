import type { PageNode, PageSnapshot } from '../../../../ports/browser/port.ts'
import { type Name, nameOf } from './names.ts'

/** A node of a page with its place among the others. */
export interface Place {
  node: PageNode
  index: number
  /** Of the node above it; -1 at the top. */
  parent: number
  /** Behind the last node inside it. */
  end: number
  /** What it is called; of what has no name, its text. */
  name: Name
}

export type PageTree = readonly Place[]

/** Nodes stand in the order of the page, each deeper than the one that holds it. */
export function treeOf(snapshot: PageSnapshot): PageTree {
  const tree: Place[] = []
  const above: Place[] = []
  for (const [index, node] of snapshot.nodes.entries()) {
    while (above.length > 0 && (above.at(-1)?.node.depth ?? 0) >= node.depth) closeAt(above, index)
    const place: Place = {
      node,
      index,
      parent: above.at(-1)?.index ?? -1,
      end: index + 1,
      name: nameOf(node.name === '' ? (node.value ?? '') : node.name),
    }
    tree.push(place)
    above.push(place)
  }
  while (above.length > 0) closeAt(above, tree.length)
  return tree
}

export function holds(outer: Place, inner: Place): boolean {
  return outer.index <= inner.index && inner.index < outer.end
}

/** The nearest node above with one of the roles. */
export function aboveWith(tree: PageTree, place: Place, roles: ReadonlySet<string>): Place | null {
  for (let at = tree[place.parent]; at !== undefined; at = tree[at.parent]) {
    if (roles.has(at.node.role)) return at
  }
  return null
}

/** What people read there. */
export function shownText({ node }: Place): string {
  return node.value !== null && node.value !== '' ? node.value : node.name
}

/** A row of data, not of captions. */
export function isDataRow(tree: PageTree, place: Place): boolean {
  if (place.node.role !== 'row') return false
  return !tree.slice(place.index + 1, place.end).some(({ node }) => node.role === 'columnheader')
}

function closeAt(above: Place[], index: number): void {
  const last = above.pop()
  if (last !== undefined) last.end = index
}
