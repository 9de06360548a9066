import { expect, test } from 'vitest'
import { type Box, layOut } from './lay-out.ts'
import { toGraph } from './to-graph.ts'

const SET = { set: { a: 1 } }

function laidOut(...tasks: Record<string, unknown>[]) {
  const graph = toGraph({ do: tasks })
  return { graph, ...layOut(graph) }
}
const boxOf = (boxes: ReadonlyMap<string, Box>, id: string) => {
  const box = boxes.get(id)
  if (!box) throw new Error(`no box ${id}`)
  return box
}

test('steps stand below each other in their order', () => {
  const { boxes } = laidOut({ a: SET }, { b: SET })
  const tops = ['start', 'do/0/a', 'do/1/b', 'end'].map((id) => boxOf(boxes, id).y)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(new Set(tops).size).toBe(4)
})

test('branches stand next to each other', () => {
  const { boxes } = laidOut({ a: { fork: { branches: [{ x: SET }, { y: SET }] } } })
  const [x, y] = ['do/0/a/fork/branches/0/x', 'do/0/a/fork/branches/1/y'].map((id) => boxOf(boxes, id))
  expect(x?.y).toBe(y?.y)
  expect(x?.x).not.toBe(y?.x)
})

test('every box holds what stands in it, and no two of one box overlap', () => {
  const loop = { for: { in: '${ .i }' }, do: [{ x: SET }, { y: { ...SET, then: 'x' } }] }
  const caught = { try: [{ t: loop }], catch: { do: [{ u: SET }] } }
  const { graph, boxes } = laidOut(
    { a: { switch: [{ one: { when: '${ .x }', then: 'c' } }] } },
    { b: caught },
    { c: { do: [] } },
    { d: { fork: { branches: [{ e: caught }, { f: SET }] } } },
  )
  for (const { id, parent } of graph.nodes) {
    const box = boxOf(boxes, id)
    if (parent !== null) {
      const around = boxOf(boxes, parent)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.y).toBeGreaterThanOrEqual(40)
      expect(box.x + box.width).toBeLessThanOrEqual(around.width)
      expect(box.y + box.height).toBeLessThanOrEqual(around.height)
    }
    for (const other of graph.nodes)
      if (other.parent === parent && other.id !== id) expect(overlap(box, boxOf(boxes, other.id))).toBe(false)
  }
})

test('an arrow leads from its box to the other, around what stands between', () => {
  const skip = { switch: [{ far: { when: '${ .x }', then: 'd' } }] }
  const { graph, boxes, routes } = laidOut({ g: { do: [{ a: skip }, { b: SET }, { c: SET }, { d: SET }] } })
  const group = boxOf(boxes, 'do/0/g')
  const far = graph.edges.find(({ label }) => label === 'far')
  const { points = [], label = null } = routes.get(far?.id ?? '') ?? {}
  const inGroup = (id: string) => {
    const box = boxOf(boxes, `do/0/g/do/${id}`)
    return { ...box, x: box.x + group.x, y: box.y + group.y }
  }
  const dot = ({ x, y }: { x: number; y: number }) => ({ x, y, width: 1, height: 1 })
  expect(label).not.toBeNull()
  expect(points[0]?.y).toBeCloseTo(inGroup('0/a').y + inGroup('0/a').height, 0)
  expect(points.at(-1)?.y).toBeCloseTo(inGroup('3/d').y, 0)
  for (const point of points.slice(1, -1))
    for (const id of ['1/b', '2/c']) expect(overlap(dot(point), inGroup(id))).toBe(false)
})

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
