import { ListPlus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { faultsOfStep, MOST_STEPS, moved, type StepDraft, stepDraft } from './flow-draft.ts'
import { StepRow } from './StepRow.tsx'
import type { EditedFlow } from './use-flow-draft.ts'

/** The steps in their order, to be added, moved and removed. */
export function StepsEditor({ edited }: { edited: EditedFlow }) {
  const { draft, change, faults } = edited
  const { steps } = draft
  const list = useRef<HTMLOListElement>(null)
  const isFull = steps.length >= MOST_STEPS
  const set = (next: readonly StepDraft[]) => change({ steps: next })
  const focusStep = (place: number) =>
    // Once it is drawn.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>('[data-step] input')[place]?.focus(),
    )
  const add = (place: number, words: readonly string[] = ['']) => {
    const added = words.slice(0, MOST_STEPS - steps.length).map((instruction) => stepDraft({ instruction }))
    if (added.length === 0) return
    set(steps.toSpliced(place, 0, ...added))
    focusStep(place + added.length - 1)
  }
  return (
    <>
      {steps.length === 0 ? (
        <p className="mb-3 flex items-center gap-2.5 rounded-md border border-dashed border-control/60 px-3 py-3 text-ink-2">
          <ListPlus aria-hidden className="size-4 shrink-0 text-ink-3" />
          No steps: each run goes by the goal. Steps make it the same every time.
        </p>
      ) : (
        <ol ref={list} aria-label="Steps" className="mb-3 space-y-2">
          {steps.map((step, place) => (
            <StepRow
              key={step.key}
              step={step}
              place={place}
              count={steps.length}
              faults={faultsOfStep(faults, draft, step.key)}
              onChange={(next) => set(steps.with(place, next))}
              onMove={(by) => set(moved(steps, place, by))}
              onRemove={() => set(steps.toSpliced(place, 1))}
              onAddBelow={(words) => add(place + 1, words)}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={Plus}
          onPress={() => add(steps.length)}
          disabledReason={isFull ? `A test has at most ${MOST_STEPS} steps.` : undefined}
        >
          Add step
        </Button>
        {steps.length > 0 && (
          <p className="caption">Enter adds the next one. A pasted list becomes one step a line.</p>
        )}
      </div>
    </>
  )
}
