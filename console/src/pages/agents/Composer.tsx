import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Form, TextArea, TextField } from 'react-aria-components'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL } from '../../ui/Field.tsx'

interface ComposerProps {
  agentName: string
  /** Why nothing can be sent right now. */
  disabledReason: string | undefined
  onSend: (content: string) => void
}

const LONGEST = 32_000

/** Where one writes. The next message can be written while the reply to the last is made. */
export function Composer({ agentName, disabledReason, onSend }: ComposerProps) {
  const [text, setText] = useState('')
  const content = text.trim()
  useUnsavedWork(() => content !== '')
  const send = () => {
    if (content === '' || disabledReason) return
    onSend(content)
    setText('')
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    // While composing (Japanese, Chinese, …) Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <Form
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      // The notifications move up while this is here.
      data-bottom-bar
      className="sticky bottom-0 border-t border-line bg-surface px-5 py-3 sm:px-8 lg:rounded-b-lg"
    >
      <div className="mx-auto max-w-3xl">
        <div className="flex items-end gap-2">
          <TextField
            aria-label={`Message to ${agentName}`}
            value={text}
            onChange={setText}
            maxLength={LONGEST}
            className="min-w-0 flex-1"
          >
            <TextArea
              rows={1}
              placeholder={`Message ${agentName}`}
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
            disabledReason={disabledReason ?? (content === '' ? 'Write something first.' : undefined)}
          >
            Send
          </Button>
        </div>
        <p className="mt-1.5 caption pointer-coarse:hidden">Enter sends, Shift + Enter begins a new line.</p>
      </div>
    </Form>
  )
}
