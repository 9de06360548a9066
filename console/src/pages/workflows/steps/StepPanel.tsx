import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react'
import { fill } from '../../../language/fill.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { JsonPlace } from '../../../ui/json-place.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { moved, removed, taskAt, withTask } from '../edit-definition.ts'
import type { GraphNode } from '../graph/to-graph.ts'
import type { WorkflowDraft } from '../workflow-draft.ts'
import { AddStep } from './AddStep.tsx'
import { StepForm } from './StepForm.tsx'
import { words } from './words.ts'

interface StepPanelProps {
  draft: WorkflowDraft
  node: GraphNode
  faults: readonly string[]
  onSelect: (place: JsonPlace | null) => void
}

/** One step: what is wrong with it, where it stands, and a form of its usual fields. */
export function StepPanel({ draft, node, faults, onSelect }: StepPanelProps) {
  const { definition, isReadable, canEdit } = draft
  const { place, name } = node
  const task = node.kind === 'list' ? null : taskAt(definition, place)
  const mayChange = canEdit && isReadable
  const move = (by: 1 | -1) => {
    const next = moved(definition, place, by)
    if (!next) return
    draft.setDefinition(next.definition)
    onSelect(next.place)
  }
  return (
    <section aria-label={fill(words.stepName, { name })} className="rounded-md border border-control/60">
      <header className="flex flex-wrap items-center gap-1 border-b border-line py-2 pe-2 ps-4">
        <h3 className="min-w-0 flex-1 truncate font-semibold">{name}</h3>
        {mayChange && task && (
          <>
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={words.moveUp}
              isDisabled={!moved(definition, place, -1)}
              onPress={() => move(-1)}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={words.moveDown}
              isDisabled={!moved(definition, place, 1)}
              onPress={() => move(1)}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={fill(words.deleteStepName, { name })}
              onPress={() => {
                draft.setDefinition(removed(definition, place))
                onSelect(null)
              }}
            />
          </>
        )}
        <IconButton size="sm" icon={X} label={words.close} onPress={() => onSelect(null)} />
      </header>
      <div className="space-y-4 px-4 py-4">
        {faults.length > 0 && (
          <Notice tone="danger">
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </Notice>
        )}
        {mayChange ? (
          <>
            {task && (
              <StepForm
                draft={draft}
                place={place}
                task={task}
                onChange={(next) => draft.setDefinition(withTask(definition, place, next))}
                onRenamed={onSelect}
              />
            )}
            <div className="flex flex-wrap gap-2">
              {task && !isBranch(place) && (
                <AddStep draft={draft} label={words.addAStepAfter} after={place} onAdded={onSelect} />
              )}
              {listsOf(node).map(({ label, at }) => (
                <AddStep key={label} draft={draft} label={label} into={at} onAdded={onSelect} />
              ))}
            </div>
          </>
        ) : (
          <p className="text-ink-2">{canEdit ? words.theJsonCannotBe : node.words || words.aListOfSteps}</p>
        )}
      </div>
    </section>
  )
}

/** Branches stand side by side; nothing comes after one. */
const isBranch = (place: JsonPlace) => place.at(-3) === 'branches'

/** The lists that a step holds, each with the words for adding to it. */
function listsOf({ kind, place }: GraphNode): { label: string; at: JsonPlace }[] {
  if (kind === 'do' || kind === 'for') return [{ label: words.addAStepInside, at: [...place, 'do'] }]
  if (kind === 'fork') return [{ label: words.addABranch, at: [...place, 'fork', 'branches'] }]
  if (kind === 'list') return [{ label: words.addAStepInside, at: place }]
  if (kind !== 'try') return []
  return [
    { label: words.addAStepTo, at: [...place, 'try'] },
    { label: words.addAStepFor, at: [...place, 'catch', 'do'] },
  ]
}
