import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill } from '../../language/fill.ts'
import { ComposerField } from '../../ui/ComposerField.tsx'
import { words } from './words.ts'

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

  return (
    <Form
      aria-label={words.writeAMessage}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      // The notifications move up while this is here.
      data-bottom-bar
      className="sticky bottom-0 border-t border-line bg-surface px-5 py-3 sm:px-8 lg:rounded-b-lg"
    >
      <div className="mx-auto max-w-3xl">
        <ComposerField
          label={fill(words.messageToAgentName, { agentName })}
          placeholder={fill(words.messageAgentName, { agentName })}
          value={text}
          onChange={setText}
          onSend={send}
          maxLength={LONGEST}
          disabledReason={disabledReason}
        />
      </div>
    </Form>
  )
}
