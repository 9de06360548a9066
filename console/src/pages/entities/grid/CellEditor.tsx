import { type KeyboardEvent, useRef, useState } from 'react'
import type { Property } from '../../../entity-schema.ts'
import { classNames } from '../../../ui/class-names.ts'
import { choicesOf, type EditorKind } from '../values/field-editor.ts'

/** Where the focus goes once a cell is left. */
export type Leave = 'stay' | 'next' | 'previous' | 'away'

interface CellEditorProps {
  label: string
  kind: EditorKind
  property: Property
  text: string
  /** Whether the text is what the field holds, and not what was just typed. */
  isValue: boolean
  onType: (text: string) => void
  onSave: (text: string, leave: Leave) => void
  onCancel: () => void
}

const BOX =
  'block h-8 w-full min-w-0 rounded-sm border border-accent bg-surface px-2 text-base text-ink outline-none ring-2 ring-accent/30'

/** Enter and Tab take the value, Escape leaves it as it was; so does leaving with the mouse, which takes it. */
export function CellEditor(props: CellEditorProps) {
  const { label, kind, property, text: begun, isValue, onType, onSave, onCancel } = props
  const [text, setText] = useState(begun)
  const type = (next: string) => {
    setText(next)
    onType(next)
  }
  // Leaving by key blurs the box as well; only the first counts.
  const isDone = useRef(false)
  const finish = (act: () => void) => {
    if (isDone.current) return
    isDone.current = true
    act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      event.preventDefault()
      finish(onCancel)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      finish(() => onSave(text, 'stay'))
    } else if (event.key === 'Tab') {
      event.preventDefault()
      finish(() => onSave(text, event.shiftKey ? 'previous' : 'next'))
    }
  }
  const shared = { 'aria-label': label, onKeyDown, onBlur: () => finish(() => onSave(text, 'away')) }

  if (kind === 'choice') {
    return (
      <select
        {...shared}
        // biome-ignore lint/a11y/noAutofocus: it stands in for the cell that had the focus.
        autoFocus
        value={text}
        onChange={(event) => type(event.target.value)}
        className={BOX}
      >
        {choicesOf(property).map(({ id, label: words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      // biome-ignore lint/a11y/noAutofocus: it stands in for the cell that had the focus.
      autoFocus
      type={INPUT_TYPES[kind] ?? 'text'}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      {...(kind === 'date-time' ? { step: 1 } : {})}
      value={text}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => kind === 'text' && isValue && event.target.select()}
      className={classNames(BOX, kind === 'number' && 'text-end tabular-nums')}
    />
  )
}

const INPUT_TYPES: Partial<Record<EditorKind, string>> = {
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local',
}
