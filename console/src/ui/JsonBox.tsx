import { lazy, Suspense } from 'react'
import type { JsonFault } from './json-fault.ts'
import type { JsonPlace } from './json-place.ts'
import { Pre } from './Pre.tsx'

const JsonEditor = lazy(() => import('./JsonEditor.tsx'))

interface JsonBoxProps {
  label: string
  value: string
  onChange: (text: string) => void
  faults?: readonly JsonFault[]
  isReadOnly?: boolean
  /** What is scrolled to and selected whenever it changes. */
  shown?: JsonPlace | null
  className?: string
}

const NO_FAULTS: readonly JsonFault[] = []

/** JSON to read and change; the editor comes when it is needed. */
export function JsonBox({ faults = NO_FAULTS, className = '', ...rest }: JsonBoxProps) {
  return (
    <div className={`overflow-hidden rounded-md border border-control/60 bg-surface ${className}`}>
      <Suspense
        fallback={<Pre className="min-h-64 overflow-auto p-3 font-mono text-sm text-ink-3">{rest.value}</Pre>}
      >
        <JsonEditor {...rest} faults={faults} />
      </Suspense>
    </div>
  )
}
