/** Faults of a definition at the boxes that they belong to. */
import type { JsonFault } from '../../../ui/json-fault.ts'
import type { JsonPlace } from '../../../ui/json-place.ts'
import type { Graph, GraphNode } from './to-graph.ts'

/** By the id of the box: what the server found there, and what the drawing itself shows. */
export function nodeFaults({ nodes }: Graph, faults: readonly JsonFault[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (id: string, message: string) => found.set(id, [...(found.get(id) ?? []), message])
  for (const { id, problem } of nodes) if (problem !== null) add(id, problem)
  for (const { place, message } of faults) {
    const at = nearest(nodes, place)
    if (!at) continue
    const inside = place.slice(at.place.length).join('.')
    add(at.id, inside === '' ? message : `${inside}: ${message}`)
  }
  return found
}

/** The innermost box around a place; null for what belongs to the workflow as a whole. */
function nearest(nodes: readonly GraphNode[], place: JsonPlace): GraphNode | null {
  let best: GraphNode | null = null
  for (const node of nodes)
    if (holds(node.place, place) && node.place.length > (best?.place.length ?? 0)) best = node
  return best
}

function holds(outer: JsonPlace, inner: JsonPlace): boolean {
  return outer.length > 0 && outer.every((step, at) => String(step) === String(inner[at]))
}
