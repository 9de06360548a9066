import { RotateCw } from 'lucide-react'
import { explainError } from '../explain-error.ts'
import { fillWith } from '../language/fill.ts'
import { Notice } from '../ui/Notice.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'
import { words } from './words.ts'

interface PartFailureProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** Stands in for one part of a page that could not be read, while the rest of it is there. */
export function PartFailure({ error, onRetry, isRetrying }: PartFailureProps) {
  const { title, message, request_id } = explainError(error)
  return (
    <Notice tone="danger" title={title}>
      <p>{message}</p>
      {request_id && (
        <p className="mt-0.5 font-mono text-xs text-ink-3">
          {fillWith(words.requestRequestId, { requestId: request_id })}
        </p>
      )}
      <div className="mt-2">
        <PlainButton size="sm" icon={RotateCw} isPending={isRetrying} onClick={onRetry}>
          {words.tryAgain}
        </PlainButton>
      </div>
    </Notice>
  )
}
