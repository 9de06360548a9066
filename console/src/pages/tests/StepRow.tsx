import { ArrowDown, ArrowUp, Crosshair, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ExactFields } from './ExactFields.tsx'
import type { StepDraft } from './flow-draft.ts'
import { describeParams } from './step-words.ts'
import { words } from './words.ts'

interface StepRowProps {
  step: StepDraft
  /** From 0. */
  place: number
  count: number
  faults: readonly string[]
  onChange: (step: StepDraft) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onAddBelow: () => void
  /** Takes the lines of a list that was pasted. */
  onPasteList: (lines: readonly string[]) => void
}

/** One step in words; what it does exactly opens below. */
export function StepRow(props: StepRowProps) {
  const { step, place, count, faults, onChange, onMove, onRemove, onAddBelow, onPasteList } = props
  const [isOpen, setOpen] = useState(false)
  const exactId = useId()
  const faultsId = useId()
  const number = place + 1
  const isExact = step.params != null
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (step.instruction.trim() !== '') onAddBelow()
  }
  const onPaste = (event: ClipboardEvent) => {
    const lines = linesIn(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    onPasteList(lines)
  }
  return (
    <li className="rounded-md border border-line bg-surface">
      <div data-step className="flex flex-wrap items-center gap-1 py-1.5 pe-1.5 ps-2.5 sm:flex-nowrap">
        <span aria-hidden className="w-6 shrink-0 text-sm text-ink-3 tabular-nums">
          {number}
        </span>
        <TextField
          aria-label={fill(words.stepNumber, { number })}
          {...(faults.length > 0 && { 'aria-describedby': faultsId })}
          value={step.instruction}
          onChange={(instruction) => onChange({ ...step, instruction })}
          maxLength={1000}
          className="min-w-52 flex-1 sm:min-w-0"
        >
          <Input
            onKeyDown={onKey}
            onPaste={onPaste}
            placeholder={number === 1 ? words.openLamps : words.clickAddToCart}
            // Not the field's own mark, which would keep the form from being sent.
            aria-invalid={faults.length > 0 || undefined}
            className={classNames(CONTROL, 'h-8 px-2.5', faults.length > 0 && 'border-danger')}
          />
        </TextField>
        <div className="flex shrink-0 items-center max-sm:ms-auto">
          <Button
            size="sm"
            look="quiet"
            icon={Crosshair}
            aria-expanded={isOpen}
            aria-controls={exactId}
            aria-label={fill(words.exactStepNumber, { number })}
            className={isExact ? 'text-accent' : ''}
            onPress={() => setOpen(!isOpen)}
          >
            {words.exact}
          </Button>
          <IconButton
            size="sm"
            icon={ArrowUp}
            label={fill(words.moveStepNumberUp, { number })}
            isDisabled={place === 0}
            className="disabled:opacity-40"
            onPress={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            icon={ArrowDown}
            label={fill(words.moveStepNumberDown, { number })}
            isDisabled={number === count}
            className="disabled:opacity-40"
            onPress={() => onMove(1)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={fill(words.removeStepNumber, { number })}
            onPress={onRemove}
          />
        </div>
      </div>
      {faults.length > 0 && (
        <ul id={faultsId} role="alert" className="px-3 pb-2 ps-10 text-xs break-words text-danger">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {isExact && !isOpen && (
        <p className="truncate px-3 pb-2 ps-10 text-xs text-ink-3">
          {describeParams(step.kind ?? 'act', step.params ?? {})}
        </p>
      )}
      <div id={exactId}>
        {isOpen && (
          <ExactFields step={step} label={fill(words.stepNumberExactly, { number })} onChange={onChange} />
        )}
      </div>
    </li>
  )
}

/** The steps of a list that was copied from elsewhere, without its numbers and dots. */
function linesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:\d+[.)]|[-*•])\s+/, '').trim())
    .filter((line) => line !== '')
}
