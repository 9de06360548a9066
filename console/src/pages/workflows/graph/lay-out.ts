/** Where the boxes of a graph stand: those of each box in rows from top to bottom, the box as large as they need. */
import { Graph as Dagre, layout } from '@dagrejs/dagre'
import type { Graph, GraphNode } from './to-graph.ts'

export interface Box {
  /** From the corner of the box around it. */
  x: number
  y: number
  width: number
  height: number
}

export const STEP = { width: 232, height: 62 }
export const MARK = { width: 96, height: 30 }
/** Room for the heading of a box that holds others, and around them. */
const HEADING = 46
const PADDING = 16
const EMPTY = { width: 200, height: 24 }

export interface Point {
  x: number
  y: number
}

/** The way of an arrow around the boxes, and where its label stands; from the corner of the whole. */
export interface Route {
  points: Point[]
  label: Point | null
}

export interface Layout {
  boxes: Map<string, Box>
  routes: Map<string, Route>
}

export function layOut(graph: Graph): Layout {
  const inside = Map.groupBy(graph.nodes, ({ parent }) => parent)
  const made: Layout = { boxes: new Map(), routes: new Map() }
  place(graph, inside, null, made)
  const routes = new Map<string, Route>()
  for (const { id, from } of graph.edges) {
    const route = made.routes.get(id)
    const corner = cornerAround(graph, made, from)
    if (route) routes.set(id, moved(route, corner))
  }
  return { boxes: made.boxes, routes }
}

type Inside = ReadonlyMap<string | null, readonly GraphNode[]>

/** Places what stands in one box, and returns how much room that takes. */
function place(graph: Graph, inside: Inside, parent: string | null, { boxes, routes }: Layout) {
  const nodes = inside.get(parent) ?? []
  if (nodes.length === 0) return EMPTY
  const drawn = new Dagre({ multigraph: true })
  drawn.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 44, marginx: 0, marginy: 0 })
  drawn.setDefaultEdgeLabel(() => ({}))
  for (const node of nodes) drawn.setNode(node.id, sizeOf(graph, inside, node, { boxes, routes }))
  const here = new Set(nodes.map(({ id }) => id))
  for (const { id, from, to, label } of graph.edges)
    if (here.has(from) && here.has(to)) drawn.setEdge(from, to, { labelpos: 'c', ...roomFor(label) }, id)
  layout(drawn)
  const offset = parent === null ? { x: 0, y: 0 } : { x: PADDING, y: HEADING }
  let width = 0
  let height = 0
  for (const { id } of nodes) {
    // dagre speaks of the middle, everything else of the corner.
    const at = drawn.node(id)
    const x = at.x - at.width / 2
    const y = at.y - at.height / 2
    boxes.set(id, { x: x + offset.x, y: y + offset.y, width: at.width, height: at.height })
    width = Math.max(width, x + at.width)
    height = Math.max(height, y + at.height)
  }
  for (const edge of drawn.edges()) {
    const { points, x, y, width: isLabelled } = drawn.edge(edge)
    const label = isLabelled ? { x, y } : null
    routes.set(edge.name ?? '', moved({ points, label }, offset))
    // A way back may lead around the boxes.
    for (const point of points) {
      width = Math.max(width, point.x)
      height = Math.max(height, point.y)
    }
  }
  return { width, height }
}

const roomFor = (label: string | null) =>
  label === null ? { width: 0, height: 0 } : { width: label.length * 7 + 10, height: 18 }

function sizeOf(graph: Graph, inside: Inside, node: GraphNode, made: Layout) {
  if (!node.isGroup) return MARKS.has(node.kind) ? { ...MARK } : { ...STEP }
  const room = place(graph, inside, node.id, made)
  return {
    width: Math.max(room.width + 2 * PADDING, STEP.width),
    height: room.height + HEADING + PADDING,
  }
}

const MARKS = new Set<GraphNode['kind']>(['start', 'end', 'leave', 'stop'])

function moved({ points, label }: Route, by: Point): Route {
  const move = ({ x, y }: Point) => ({ x: x + by.x, y: y + by.y })
  return { points: points.map(move), label: label && move(label) }
}

/** Where the box begins that this one stands in. */
function cornerAround({ nodes }: Graph, { boxes }: Layout, id: string): Point {
  const corner = { x: 0, y: 0 }
  let parent = nodes.find((node) => node.id === id)?.parent ?? null
  while (parent !== null) {
    const box = boxes.get(parent)
    corner.x += box?.x ?? 0
    corner.y += box?.y ?? 0
    const at: string = parent
    parent = nodes.find((node) => node.id === at)?.parent ?? null
  }
  return corner
}
