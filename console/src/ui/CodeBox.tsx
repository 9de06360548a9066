import { lazy, Suspense } from 'react'
import type { CodeFault } from './code-fault.ts'
import { Pre } from './Pre.tsx'

const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

interface CodeBoxProps {
  label: string
  /** Its ending says which language it is. */
  path: string
  value: string
  onChange: (text: string) => void
  faults: readonly CodeFault[]
  isReadOnly: boolean
  /** The line that is selected and scrolled to. */
  line?: number | null
  className?: string
}

/** A file of code to read and change; the editor comes when it is needed. */
export function CodeBox({ className = '', ...props }: CodeBoxProps) {
  return (
    <div className={`overflow-hidden rounded-md border border-control/60 bg-surface ${className}`}>
      <Suspense
        fallback={
          <Pre className="min-h-64 overflow-auto p-3 font-mono text-sm text-ink-3">{props.value}</Pre>
        }
      >
        <CodeEditor key={props.path} {...props} />
      </Suspense>
    </div>
  )
}
