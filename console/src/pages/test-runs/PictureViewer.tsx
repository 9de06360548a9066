import type { TestRun } from '@atrium/sdk'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { fill, fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Picture } from './Picture.tsx'
import { stepName } from './test-run-words.ts'
import { words } from './words.ts'

interface PictureViewerProps {
  appId: string
  run: TestRun
  stepId: string
  onStep: (stepId: string) => void
  onClose: () => void
}

/** One picture as large as there is room; the arrow keys lead to the others. */
export function PictureViewer({ appId, run, stepId, onStep, onClose }: PictureViewerProps) {
  const shown = run.steps.filter(({ screenshot_id }) => screenshot_id !== null)
  const place = shown.findIndex(({ id }) => id === stepId)
  const step = shown[place]
  const before = shown[place - 1]?.id
  const after = shown[place + 1]?.id
  useEffect(() => {
    const turn = ({ key }: KeyboardEvent) => {
      const to = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : undefined
      if (to !== undefined) onStep(to)
    }
    addEventListener('keydown', turn)
    return () => removeEventListener('keydown', turn)
  }, [before, after, onStep])
  const name = stepName(run.steps, stepId)
  return (
    <Dialog title={name} width="xl" onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-4">
        <Picture
          key={stepId}
          appId={appId}
          executionId={run.id}
          artifactId={step?.screenshot_id ?? null}
          alt={fill(words.thePageAfterName, { name })}
          fit="whole"
          className="min-h-40 w-full rounded-md border border-line"
        />
        {step?.url && <p className="caption mt-2 break-all">{step.url}</p>}
        {step?.error && <p className="mt-1 text-sm break-words text-danger">{step.error.message}</p>}
      </div>
      <DialogFooter>
        <span className="me-auto self-center text-sm text-ink-3 tabular-nums">
          {fillWith(words.placeOfCount, { place: place + 1, count: shown.length })}
        </span>
        <Button
          size="sm"
          icon={ChevronLeft}
          disabledReason={before === undefined ? words.thisIsTheFirst : undefined}
          onPress={() => before !== undefined && onStep(before)}
        >
          {words.previous}
        </Button>
        <Button
          size="sm"
          disabledReason={after === undefined ? words.thisIsTheLast : undefined}
          onPress={() => after !== undefined && onStep(after)}
        >
          {words.next}
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
