import { errorWords } from '../error-words.ts'
import { explainError, isSignedOut } from '../explain-error.ts'
import { fill } from '../language/fill.ts'
import { Notice } from '../ui/Notice.tsx'

/** Why the form as a whole was refused; refusals of single fields stand at the fields. */
export function FormFailure({ error }: { error: unknown }) {
  if (!error || isSignedOut(error)) return null
  const { title, message, request_id } = explainError(error)
  return (
    <Notice tone="danger" title={title}>
      {message}
      {request_id && (
        <p className="mt-0.5 font-mono text-xs text-ink-3">{fill(errorWords.request, { id: request_id })}</p>
      )}
    </Notice>
  )
}
