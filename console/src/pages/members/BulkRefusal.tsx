import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { countPeople } from './member-words.ts'
import { type Refusal, Refusals } from './Refusals.tsx'
import { words } from './words.ts'

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
    <Refusals title={words.nothingWasChangedBecause} refusals={refused}>
      {others > 0 && (
        <Button size="sm" onPress={onLeaveOut} className="mt-2.5">
          {refused.length === 1
            ? words.leaveThisOneOut
            : fill(words.leaveTheseCountOut, { count: refused.length })}
          <span className="sr-only">{fill(words.andGoOnWith, { others: countPeople(others) })}</span>
        </Button>
      )}
    </Refusals>
  )
}
