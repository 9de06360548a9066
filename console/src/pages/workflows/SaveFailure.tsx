import { ApiError, type FieldError } from '@atrium/sdk'
import { FormFailure } from '../../form/FormFailure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'
import type { WorkflowDraft } from './workflow-draft.ts'

/** Why it was not saved: what is wrong with the steps stands at them too. */
export function SaveFailure({ draft, error }: { draft: WorkflowDraft; error: unknown }) {
  const others = error instanceof ApiError ? error.fields.filter(({ loc }) => loc[1] !== 'definition') : []
  const isPlaced = error instanceof ApiError && error.fields.length > 0
  // Once all of it is corrected there is nothing left to say.
  if (isPlaced && draft.faults.length + others.length === 0) return null
  return (
    <div className="px-5 pt-4 sm:px-8">
      {isPlaced ? (
        <Notice tone="danger" title={words.itWasNotSaved}>
          <ul aria-label={words.problems} className="mt-1 space-y-1">
            {draft.faults.map(({ place, message }) => (
              <li key={`${place.join('.')} ${message}`} className="break-words">
                <span className="me-2 font-mono font-medium">{place.join('.')}</span>
                {message}
              </li>
            ))}
            {others.map((row) => (
              <li key={row.loc.join('.')} className="break-words">
                <span className="me-2 font-mono font-medium">{placeOf(row)}</span>
                {row.msg}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <FormFailure error={error} />
      )}
    </div>
  )
}

const placeOf = ({ loc }: FieldError) => loc.slice(1).join('.')
