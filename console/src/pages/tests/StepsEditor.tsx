import { MAX_FLOW_STEPS } from '@atrium/sdk'
import { ListPlus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { faultsOfStep, moved, type StepDraft, stepDraft } from './flow-draft.ts'
import { StepRow } from './StepRow.tsx'
import type { EditedFlow } from './use-flow-draft.ts'
import { words } from './words.ts'

/** The steps in their order, to be added, moved and removed. */
export function StepsEditor({ edited }: { edited: EditedFlow }) {
  const { draft, change, faults } = edited
  const { steps } = draft
  const list = useRef<HTMLOListElement>(null)
  const isFull = steps.length >= MAX_FLOW_STEPS
  const set = (next: readonly StepDraft[]) => change({ steps: next })
  const focusStep = (place: number) =>
    // Once it is drawn.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>('[data-step] input')[place]?.focus(),
    )
  /** In one change: a second one would not know of the first. */
  const put = (place: number, replaced: 0 | 1, added: readonly StepDraft[]) => {
    const fitting = added.slice(0, MAX_FLOW_STEPS - steps.length + replaced)
    if (fitting.length === 0) return
    set(steps.toSpliced(place, replaced, ...fitting))
    focusStep(place + fitting.length - 1)
  }
  const add = (place: number) => put(place, 0, [stepDraft({ instruction: '' })])
  /** The lines follow the step that they were pasted into; one without words takes the first of them. */
  const pasteList = (place: number, step: StepDraft, lines: readonly string[]) => {
    const [first = '', ...others] = lines
    const below = others.map((instruction) => stepDraft({ instruction }))
    if (step.instruction.trim() === '') put(place, 1, [{ ...step, instruction: first }, ...below])
    else put(place + 1, 0, [stepDraft({ instruction: first }), ...below])
  }
  return (
    <>
      {steps.length === 0 ? (
        <p className="mb-3 flex items-center gap-2.5 rounded-md border border-dashed border-control/60 px-3 py-3 text-ink-2">
          <ListPlus aria-hidden className="size-4 shrink-0 text-ink-3" />
          {words.noStepsEachRun}
        </p>
      ) : (
        <ol ref={list} aria-label={words.steps} className="mb-3 space-y-2">
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
              onAddBelow={() => add(place + 1)}
              onPasteList={(lines) => pasteList(place, step, lines)}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={Plus}
          onPress={() => add(steps.length)}
          disabledReason={isFull ? fill(words.aTestHasAt, { maxFlowSteps: MAX_FLOW_STEPS }) : undefined}
        >
          {words.addStep}
        </Button>
        {steps.length > 0 && <p className="caption">{words.enterAddsTheNext}</p>}
      </div>
    </>
  )
}
