import { lazy, Suspense } from 'react'
import { PartLoading } from '../../../layout/PartLoading.tsx'
import type { WorkflowGraphProps } from './WorkflowGraph.tsx'

const WorkflowGraph = lazy(() => import('./WorkflowGraph.tsx'))

/** A drawing of a workflow; what draws it comes when it is needed. */
export function GraphBox({ className = '', ...props }: WorkflowGraphProps & { className?: string }) {
  return (
    <div className={`relative overflow-hidden rounded-md border border-control/60 bg-sunken ${className}`}>
      <Suspense fallback={<PartLoading what="the drawing" />}>
        <WorkflowGraph {...props} />
      </Suspense>
    </div>
  )
}
