/** The steps of a workflow as a drawing. Heavy: only GraphBox loads it, when one is shown. */
import './graph.css'
import { MarkerType, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { EDGE_TYPES, type FlowEdge } from './GraphEdges.tsx'
import { type FlowNode, NODE_TYPES } from './GraphNodes.tsx'
import { type Box, layOut, type Route } from './lay-out.ts'
import type { Graph, GraphEdge, GraphNode } from './to-graph.ts'
import { words } from './words.ts'

export interface WorkflowGraphProps {
  graph: Graph
  faults: ReadonlyMap<string, readonly string[]>
  selected: string | null
  onSelect: (node: GraphNode | null) => void
}

export default function WorkflowGraph(props: WorkflowGraphProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

function Drawing({ graph, faults, selected, onSelect }: WorkflowGraphProps) {
  const { boxes, routes } = useMemo(() => layOut(graph), [graph])
  const nodes = useMemo<FlowNode[]>(
    () => graph.nodes.map((node) => flowNode(node, boxes, faults.get(node.id) ?? [], node.id === selected)),
    [graph, boxes, faults, selected],
  )
  const edges = useMemo<FlowEdge[]>(
    () => graph.edges.map((edge) => flowEdge(edge, routes.get(edge.id))),
    [graph, routes],
  )
  return (
    <ReactFlow
      aria-label={words.stepsAsADrawing}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodeClick={(_, { data: { node } }) => isStep(node) && onSelect(node)}
      // The keyboard selects by changing the nodes, a click does so above.
      onNodesChange={(changes) => {
        for (const change of changes)
          if (change.type === 'select' && change.selected)
            onSelect(graph.nodes.find(({ id }) => id === change.id) ?? null)
      }}
      onPaneClick={() => onSelect(null)}
      ariaLabelConfig={WORDS}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      edgesReconnectable={false}
      deleteKeyCode={null}
      multiSelectionKeyCode={null}
      selectionKeyCode={null}
      // The wheel scrolls the page; buttons and two fingers zoom.
      zoomOnScroll={false}
      preventScrolling={false}
      zoomOnDoubleClick={false}
      minZoom={0.2}
      maxZoom={1.5}
      fitView
      fitViewOptions={FIT}
    >
      <Zoom />
      <KeepInView selected={selected} count={nodes.length} />
    </ReactFlow>
  )
}

const FIT = { padding: 0.12, maxZoom: 1 }

const WORDS = {
  'node.a11yDescription.default': words.pressEnterToShow,
  'node.a11yDescription.keyboardDisabled': '',
}

const isStep = ({ place }: GraphNode) => place.length > 0

function flowNode(
  node: GraphNode,
  boxes: ReadonlyMap<string, Box>,
  faults: readonly string[],
  selected: boolean,
): FlowNode {
  const { x, y, width, height } = boxes.get(node.id) ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    id: node.id,
    type: isStep(node) ? (node.isGroup ? 'holder' : 'step') : 'mark',
    position: { x, y },
    width,
    height,
    selected,
    selectable: isStep(node),
    focusable: isStep(node),
    data: { node, faults },
    ...(node.parent !== null && { parentId: node.parent }),
    ...(isStep(node) && {
      ariaRole: 'button' as const,
      domAttributes: { 'aria-pressed': selected },
    }),
  }
}

function flowEdge({ id, from, to, label }: GraphEdge, route: Route | undefined): FlowEdge {
  return {
    id,
    source: from,
    target: to,
    type: 'routed',
    focusable: false,
    data: { route, label },
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--color-control)' },
    // Above boxes that hold others.
    zIndex: 1,
  }
}

function Zoom() {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <div className="absolute top-2 inset-e-2 z-10 flex gap-0.5 rounded-md border border-line bg-raised p-0.5">
      <IconButton size="sm" icon={ZoomIn} label={words.zoomIn} onPress={() => void zoomIn()} />
      <IconButton size="sm" icon={ZoomOut} label={words.zoomOut} onPress={() => void zoomOut()} />
      <IconButton size="sm" icon={Maximize} label={words.zoomToAll} onPress={() => void fitView(FIT)} />
    </div>
  )
}

/** All of it is shown when steps come or go; else only a chosen one that cannot be seen is moved to. */
function KeepInView({ selected, count }: { selected: string | null; count: number }) {
  const { getInternalNode, getZoom, fitView, flowToScreenPosition } = useReactFlow<FlowNode>()
  const shown = useRef(count)
  useEffect(() => {
    if (shown.current !== count) {
      shown.current = count
      void fitView(FIT)
      return
    }
    const node = selected === null ? undefined : getInternalNode(selected)
    const frame = document.querySelector('.react-flow')?.getBoundingClientRect()
    if (!node || !frame) return
    const at = flowToScreenPosition(node.internals.positionAbsolute)
    const isSeen = at.x >= frame.left && at.x < frame.right && at.y >= frame.top && at.y < frame.bottom - 30
    if (!isSeen) void fitView({ nodes: [{ id: node.id }], minZoom: getZoom(), maxZoom: getZoom() })
  }, [selected, count, getInternalNode, getZoom, fitView, flowToScreenPosition])
  return null
}
