import { SaveBar } from '../../form/SaveBar.tsx'
import { words } from './words.ts'
import type { WorkflowDraft } from './workflow-draft.ts'

interface SaveWorkflowBarProps {
  draft: WorkflowDraft
  isPending: boolean
  onSave: () => void
  onDiscard: () => void
}

export function SaveWorkflowBar({ draft, ...bar }: SaveWorkflowBarProps) {
  const { faults, isReadable, isOvertaken, name } = draft
  return (
    <SaveBar
      {...bar}
      faultCount={faults.length}
      disabledReason={whyNot({ isReadable, isOvertaken, isNamed: name.trim() !== '' })}
    />
  )
}

function whyNot(state: { isReadable: boolean; isOvertaken: boolean; isNamed: boolean }): string | undefined {
  if (!state.isReadable) return words.theJsonCannotBeRead
  if (state.isOvertaken) return words.chooseAboveWhatHappens
  return state.isNamed ? undefined : words.giveTheWorkflowA
}
