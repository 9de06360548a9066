import { FormFailure } from '../../form/FormFailure.tsx'
import type { JsonFault } from '../../ui/json-fault.ts'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

/** Why it was not saved; also what stands at no field of the form. */
export function DefinitionFailure({ error, faults }: { error: unknown; faults: readonly JsonFault[] }) {
  if (!error) return null
  return (
    <div className="px-5 pt-4 sm:px-8">
      {faults.length === 0 ? (
        <FormFailure error={error} />
      ) : (
        <Notice tone="danger" title={words.itWasNotSaved}>
          <ul aria-label={words.problems} className="mt-1 space-y-1">
            {faults.map(({ place, message }) => (
              <li key={`${place.join('.')} ${message}`} className="break-words">
                <span className="me-2 font-mono font-medium">{place.join('.')}</span>
                {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
