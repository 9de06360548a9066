/** An arrow along the way that the layout found for it. */
import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import type { Point, Route } from './lay-out.ts'

export type FlowEdge = Edge<{ route: Route | undefined; label: string | null }, 'routed'>

export const EDGE_TYPES = { routed: RoutedEdge }

function RoutedEdge({ id, sourceX, sourceY, targetX, targetY, markerEnd, data }: EdgeProps<FlowEdge>) {
  const inner = data?.route?.points.slice(1, -1) ?? []
  const path = pathThrough([{ x: sourceX, y: sourceY }, ...inner, { x: targetX, y: targetY }])
  const { route, label = null } = data ?? {}
  return (
    <BaseEdge
      id={id}
      path={path}
      {...(markerEnd !== undefined && { markerEnd })}
      {...(label !== null && {
        label,
        labelX: route?.label?.x ?? (sourceX + targetX) / 2,
        labelY: route?.label?.y ?? (sourceY + targetY) / 2,
        labelBgPadding: [5, 2] as [number, number],
        labelBgBorderRadius: 4,
      })}
    />
  )
}

/** A soft line: straight down at both ends, bent at the points between. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let path = `M ${first.x} ${first.y}`
  rest.forEach((point, at) => {
    const before = points[at] ?? first
    const middle = (before.y + point.y) / 2
    path += ` C ${before.x} ${middle}, ${point.x} ${middle}, ${point.x} ${point.y}`
  })
  return path
}
