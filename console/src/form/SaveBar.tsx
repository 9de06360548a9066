import { fill } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { DraftBar } from './DraftBar.tsx'
import { words } from './words.ts'

interface SaveBarProps {
  /** How many places of the draft were refused. */
  faultCount: number
  isPending: boolean
  onSave: () => void
  onDiscard: () => void
  disabledReason: string | undefined
}

/** Saves or discards what was changed on the page. */
export function SaveBar({ faultCount, isPending, onSave, onDiscard, disabledReason }: SaveBarProps) {
  return (
    <DraftBar
      label={words.unsavedChanges}
      status={statusOf(faultCount)}
      isWrong={faultCount > 0}
      onDiscard={onDiscard}
    >
      <Button size="sm" look="primary" isPending={isPending} onPress={onSave} disabledReason={disabledReason}>
        {words.save}
      </Button>
    </DraftBar>
  )
}

function statusOf(faultCount: number): string {
  if (faultCount === 0) return words.unsavedChanges
  return faultCount === 1 ? words.n1PlaceIsWrong : fill(words.countPlacesAreWrong, { count: faultCount })
}
