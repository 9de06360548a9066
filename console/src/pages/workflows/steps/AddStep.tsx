import { Plus } from 'lucide-react'
import { jsonAt } from '../../../form/standing-faults.ts'
import { Button } from '../../../ui/Button.tsx'
import type { JsonPlace } from '../../../ui/json-place.ts'
import { Menu, MenuItem, MenuSection } from '../../../ui/Menu.tsx'
import { addedAfter, addedInto, freeName } from '../edit-definition.ts'
import type { WorkflowDraft } from '../workflow-draft.ts'
import { STEP_STARTERS, type StepStarter } from './step-starters.ts'

interface AddStepProps {
  draft: WorkflowDraft
  label: string
  /** The step that it follows, or the list that it becomes the last of. */
  after?: JsonPlace
  into?: JsonPlace
  onAdded: (place: JsonPlace) => void
}

/** A choice of kinds of steps; the chosen one is added and selected. */
export function AddStep({
  draft,
  label,
  after,
  into = after?.slice(0, -2) ?? ['do'],
  onAdded,
}: AddStepProps) {
  const { definition } = draft
  const add = ({ name: wanted, task }: StepStarter) => {
    const name = freeName(definition, into, wanted)
    if (after) {
      draft.setDefinition(addedAfter(definition, after, name, task))
      onAdded([...into, Number(after.at(-2)) + 1, name])
      return
    }
    const list = addedInto(definition, into, name, task)
    draft.setDefinition(list)
    onAdded([...into, lengthAt(list, into) - 1, name])
  }
  return (
    <Menu
      label={label}
      trigger={
        <Button size="sm" icon={Plus}>
          {label}
        </Button>
      }
    >
      {STEP_STARTERS.map(({ title, starters }) => (
        <MenuSection key={title} title={title}>
          {starters.map((starter) => (
            <MenuItem key={starter.id} onAction={() => add(starter)}>
              {starter.label}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </Menu>
  )
}

function lengthAt(definition: WorkflowDraft['definition'], list: JsonPlace): number {
  const entries = jsonAt(definition, list)
  return Array.isArray(entries) ? entries.length : 0
}
