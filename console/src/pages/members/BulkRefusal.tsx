import { Button } from '../../ui/Button.tsx'
import { countPeople } from './member-words.ts'
import { type Refusal, Refusals } from './Refusals.tsx'

interface BulkRefusalProps {
  refused: readonly Refusal[]
  /** How many the change was for. */
  of: number
  onLeaveOut: () => void
}

/** A change of several was refused as a whole: who stood in the way, and the way around them. */
export function BulkRefusal({ refused, of, onLeaveOut }: BulkRefusalProps) {
  if (refused.length === 0) return null
  const others = of - refused.length
  return (
    <Refusals title="Nothing was changed, because these cannot be" refusals={refused}>
      {others > 0 && (
        <Button size="sm" onPress={onLeaveOut} className="mt-2.5">
          {refused.length === 1 ? 'Leave this one out' : `Leave these ${refused.length} out`}
          <span className="sr-only">{` and go on with ${countPeople(others)}`}</span>
        </Button>
      )}
    </Refusals>
  )
}
