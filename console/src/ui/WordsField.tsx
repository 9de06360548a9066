import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import { fill } from '../language/fill.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { CONTROL, Hint, Label } from './Field.tsx'
import { RemovableChips } from './RemovableChips.tsx'
import { words } from './words.ts'
import { withWords, wordsIn } from './words-in.ts'

interface WordsFieldProps {
  label: string
  words: readonly string[]
  onChange: (words: string[]) => void
  most: number
  /** Letters of each. */
  longest: number
  hint?: string
  placeholder?: string
  optional?: boolean
  fault?: string | undefined
  /** What a form finds it by; it has no value of its own to send. */
  field?: string
  /** Next to the label: a way to have some suggested. */
  action?: ReactNode
}

/** A few short texts: Enter or a comma adds one, a pasted list adds all. */
export function WordsField(props: WordsFieldProps) {
  const {
    label,
    words: entered,
    onChange,
    most,
    longest,
    hint,
    placeholder,
    optional,
    fault,
    action,
    field,
  } = props
  const [text, setText] = useState('')
  const isFull = entered.length >= most
  const add = (more: string) => {
    const { words: next, left } = withWords(entered, wordsIn(more), { most, longest })
    setText(left.join(', '))
    if (next.length > entered.length) onChange(next)
  }
  const addOnKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '') onChange(entered.slice(0, -1))
    if (event.key !== 'Enter' && event.key !== ',') return
    // An Enter in an empty field goes on, as in every other field.
    if (event.key === 'Enter' && text.trim() === '') return
    event.preventDefault()
    add(text)
  }
  const addPasted = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  const isTooLong = [...text.trim()].length > longest
  const isBad = isTooLong || fault !== undefined

  return (
    <TextField value={text} onChange={setText} className="block">
      <div className="flex items-baseline justify-between gap-4">
        <Label optional={optional}>{label}</Label>
        {action}
      </div>
      {/* Its room is there before the first: what is typed is added on leaving, and then nothing may move. */}
      <div className="mb-2 min-h-7">
        {entered.length === 0 && <p className="caption leading-7">{words.noneYet}</p>}
        <RemovableChips
          label={label}
          items={entered.map((word) => ({ id: word, label: word }))}
          onRemove={(word) => onChange(entered.filter((each) => each !== word))}
        />
      </div>
      <div className="flex gap-2">
        <Input
          data-field={field}
          onKeyDown={addOnKey}
          onPaste={addPasted}
          // What was typed and not added would be lost when one goes on.
          onBlur={() => text.trim() !== '' && add(text)}
          placeholder={isFull ? fill(words.thatIsAllMost, { most }) : (placeholder ?? '')}
          // Not the field's own mark, which would keep the form from being sent until this very text is changed.
          aria-invalid={isBad || undefined}
          className={classNames(CONTROL, 'h-9 px-3', isBad && 'border-danger')}
        />
        <Button
          onPress={() => add(text)}
          disabledReason={
            isFull
              ? fill(words.atMostMost, { most })
              : text.trim() === ''
                ? words.typeSomethingFirst
                : undefined
          }
        >
          {words.add}
        </Button>
      </div>
      {hint && <Hint>{hint}</Hint>}
      {isBad && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {isTooLong ? fill(words.atMostLongestLetters, { longest }) : fault}
        </p>
      )}
    </TextField>
  )
}
