import { SendHorizontal } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { TextArea, TextField } from 'react-aria-components'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { CONTROL } from './Field.tsx'
import { words } from './words.ts'

interface ComposerFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  /** Also by Enter. */
  onSend: () => void
  maxLength: number
  isPending?: boolean
  /** Why nothing can be sent right now. */
  disabledReason: string | undefined
}

/** Where a message is written, with its button; it grows with the text. The form around it sends by `onSend` too. */
export function ComposerField(props: ComposerFieldProps) {
  const { label, placeholder, value, onChange, onSend, maxLength, isPending = false, disabledReason } = props
  const sendOnEnter = (event: KeyboardEvent) => {
    // While composing (Japanese, Chinese, …) Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }
  return (
    <>
      <div className="flex items-end gap-2">
        <TextField
          aria-label={label}
          value={value}
          onChange={onChange}
          maxLength={maxLength}
          className="min-w-0 flex-1"
        >
          <TextArea
            rows={1}
            placeholder={placeholder}
            onKeyDown={sendOnEnter}
            className={classNames(
              CONTROL,
              'block field-sizing-content max-h-48 min-h-9 resize-none px-3 py-1.5',
            )}
          />
        </TextField>
        <Button
          type="submit"
          look="primary"
          icon={SendHorizontal}
          isPending={isPending}
          disabledReason={disabledReason ?? (value.trim() === '' ? words.writeSomethingFirst : undefined)}
        >
          {words.send}
        </Button>
      </div>
      <p className="mt-1.5 caption pointer-coarse:hidden">{words.enterSendsShiftEnter}</p>
    </>
  )
}
