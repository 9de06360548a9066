import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { words } from './words.ts'
import type { WorkflowDraft } from './workflow-draft.ts'

interface SaveBarProps {
  draft: WorkflowDraft
  isPending: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Stands above the page while something is not saved. */
export function SaveBar({ draft, isPending, onSave, onDiscard }: SaveBarProps) {
  const { faults, isReadable, isOvertaken, name } = draft
  const count = faults.length
  return (
    <section
      aria-label={words.unsavedChanges}
      data-bottom-bar
      className="sticky bottom-4 z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pe-2 ps-4 shadow-pop"
    >
      <p role="status" className={count > 0 ? 'me-2 font-medium text-danger' : 'me-2 font-medium'}>
        {count === 0
          ? words.unsavedChanges
          : count === 1
            ? words.n1PlaceIsWrong
            : fill(words.countPlacesAreWrong, { count })}
      </p>
      <Button size="sm" look="quiet" onPress={onDiscard}>
        {words.discard}
      </Button>
      <Button
        size="sm"
        look="primary"
        isPending={isPending}
        onPress={onSave}
        disabledReason={whyNot({ isReadable, isOvertaken, isNamed: name.trim() !== '' })}
      >
        {words.save}
      </Button>
    </section>
  )
}

function whyNot(state: { isReadable: boolean; isOvertaken: boolean; isNamed: boolean }): string | undefined {
  if (!state.isReadable) return words.theJsonCannotBeRead
  if (state.isOvertaken) return words.chooseAboveWhatHappens
  return state.isNamed ? undefined : words.giveTheWorkflowA
}
