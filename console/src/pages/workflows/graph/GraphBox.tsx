import { lazy, Suspense } from 'react'
import { PartLoading } from '../../../layout/PartLoading.tsx'
import type { WorkflowGraphProps } from './WorkflowGraph.tsx'
import { words } from './words.ts'

const WorkflowGraph = lazy(() => import('./WorkflowGraph.tsx'))

/** A drawing of a workflow; what draws it comes when it is needed. */
export function GraphBox({ className = '', ...props }: WorkflowGraphProps & { className?: string }) {
  return (
    <div className={`relative overflow-hidden rounded-md border border-control/60 bg-sunken ${className}`}>
      <Suspense fallback={<PartLoading what={words.theDrawing} />}>
        <WorkflowGraph {...props} />
      </Suspense>
    </div>
  )
}
