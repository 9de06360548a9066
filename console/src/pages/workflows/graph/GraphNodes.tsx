/** The boxes of a graph: a step, a step that holds others, and where it begins and ends. */
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import {
  Blocks,
  CircleAlert,
  CircleHelp,
  Clock,
  Code,
  GitFork,
  type LucideIcon,
  OctagonX,
  PenLine,
  Phone,
  Radio,
  Repeat,
  ShieldCheck,
  Split,
  UserCheck,
} from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import type { GraphNode } from './to-graph.ts'
import { words } from './words.ts'

export type FlowNode = Node<{ node: GraphNode; faults: readonly string[] }, 'step' | 'holder' | 'mark'>

export const NODE_TYPES = { step: StepNode, holder: HolderNode, mark: MarkNode }

const ICONS: Partial<Record<GraphNode['kind'], LucideIcon>> = {
  call: Phone,
  set: PenLine,
  switch: Split,
  for: Repeat,
  fork: GitFork,
  try: ShieldCheck,
  do: Blocks,
  wait: Clock,
  raise: OctagonX,
  emit: Radio,
  run: Code,
  listen: UserCheck,
}

function StepNode({ data: { node, faults }, selected }: NodeProps<FlowNode>) {
  const Icon = ICONS[node.kind] ?? CircleHelp
  return (
    <div
      className={classNames(
        'flex h-full items-center gap-2.5 rounded-md border bg-surface px-3 shadow-panel',
        borderOf(selected, faults),
      )}
    >
      <Ends />
      <Icon aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <NodeName name={node.name} />
        <span className="block truncate text-xs text-ink-3">
          {node.condition !== null && <span className="text-caution">{words.if} </span>}
          {node.words}
        </span>
      </span>
      <FaultSign faults={faults} />
    </div>
  )
}

function HolderNode({ data: { node, faults }, selected }: NodeProps<FlowNode>) {
  const Icon = ICONS[node.kind]
  const isList = node.kind === 'list'
  return (
    <div
      className={classNames(
        'h-full rounded-md border',
        isList ? 'border-dashed bg-transparent' : 'bg-sunken/70',
        borderOf(selected, faults),
      )}
    >
      {!isList && <Ends />}
      <div className="flex h-11 items-center gap-2 px-3">
        {Icon && <Icon aria-hidden className="size-4 shrink-0 text-accent" />}
        <span className="min-w-0 flex-1">
          <NodeName name={node.name} />
          {node.words && <span className="block truncate text-xs text-ink-3">{node.words}</span>}
        </span>
        <FaultSign faults={faults} />
      </div>
    </div>
  )
}

function MarkNode({ data: { node } }: NodeProps<FlowNode>) {
  return (
    <div className="flex h-full items-center justify-center rounded-full bg-active px-2 text-xs font-medium text-ink-2">
      <Ends />
      <span className="truncate">{node.name}</span>
    </div>
  )
}

/** Where arrows come and go. */
function Ends() {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  )
}

function NodeName({ name }: { name: string }) {
  return (
    <span className="block truncate text-sm font-medium">
      <span className="sr-only">{words.step} </span>
      {name}
    </span>
  )
}

function FaultSign({ faults }: { faults: readonly string[] }) {
  if (faults.length === 0) return null
  return (
    <span title={faults.join('\n')}>
      <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      <span className="sr-only">{faults.join('. ')}</span>
    </span>
  )
}

function borderOf(isSelected: boolean, faults: readonly string[]): string {
  if (faults.length > 0) return isSelected ? 'border-danger ring-2 ring-danger/40' : 'border-danger'
  return isSelected ? 'border-accent ring-2 ring-accent/40' : 'border-control/50'
}
