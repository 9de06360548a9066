import { RotateCw } from 'lucide-react'
import { explainError, isSignedOut } from '../../explain-error.ts'
import { fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

interface SendFailureProps {
  error: unknown
  onRetry: () => void
  onDismiss: () => void
}

/** No reply came. Trying again repeats the same request, so that nothing is said twice. */
export function SendFailure({ error, onRetry, onDismiss }: SendFailureProps) {
  const { message, request_id } = explainError(error)
  return (
    <Notice tone="danger" title={words.noReply}>
      {isSignedOut(error) ? words.yourSessionHasEnded : message}
      {request_id && (
        <p className="mt-0.5 font-mono text-xs text-ink-3">
          {fillWith(words.requestRequestId, { requestId: request_id })}
        </p>
      )}
      <div className="mt-2.5 flex gap-2">
        <Button size="sm" icon={RotateCw} onPress={onRetry}>
          {words.tryAgain}
        </Button>
        <Button size="sm" look="quiet" onPress={onDismiss}>
          {words.dismiss}
        </Button>
      </div>
    </Notice>
  )
}
