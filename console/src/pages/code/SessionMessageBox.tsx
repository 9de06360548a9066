import type { CodingSession, CodingSessionEvent, SessionMessage } from '@atrium/sdk'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { FormFailure } from '../../form/FormFailure.tsx'
import { removeText, useStoredText } from '../../form/use-stored-text.ts'
import { ComposerField } from '../../ui/ComposerField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { hasEnded, whyNoMessage } from './session-words.ts'
import { draftKey } from './use-left-answer.ts'
import { useSessionMessage } from './use-session-message.ts'
import { words } from './words.ts'

interface SessionMessageBoxProps {
  appId: string
  session: CodingSession
  events: readonly CodingSessionEvent[]
}

const LONGEST = 20_000

/** Where more is asked for: read before the next step, or as the begin of another round. What is written outlives questions and a reload. */
export function SessionMessageBox({ appId, session, events }: SessionMessageBoxProps) {
  const key = draftKey(session.id)
  const [text, setText] = useStoredText(key)
  const [sent, setSent] = useState<SessionMessage | null>(null)
  const send = useSessionMessage({
    ...{ appId, sessionId: session.id, done: words.messageSent },
    onSent: (input) => removeText(key, input.text ?? ''),
  })
  const content = text.trim()
  const isRead = sent === null || events.some(({ data }) => data.message_id === sent.id)
  const disabledReason =
    whyNoMessage(session.state) ?? (!isRead && !hasEnded(session.state) ? words.itHasNotRead : undefined)
  const submit = () => {
    if (content === '' || disabledReason || send.progress.current.running > 0) return
    send.mutate({ text: content }, { onSuccess: setSent })
  }
  return (
    <Form
      aria-label={words.writeToTheSession}
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FormFailure error={send.error} />
      {!isRead && <Unread message={sent} hasEnded={hasEnded(session.state)} />}
      <ComposerField
        label={words.messageToTheSession}
        placeholder={hasEnded(session.state) ? words.askForMoreOn : words.writeToTheSession}
        value={text}
        onChange={setText}
        onSend={submit}
        maxLength={LONGEST}
        isPending={send.isPending}
        disabledReason={disabledReason}
      />
    </Form>
  )
}

function Unread({ message, hasEnded: isOver }: { message: SessionMessage | null; hasEnded: boolean }) {
  if (!message) return null
  return (
    <Notice
      tone={isOver ? 'caution' : 'info'}
      title={isOver ? words.itEndedBeforeIt : words.itReadsThisBefore}
    >
      <p className="break-words whitespace-pre-wrap">{message.text}</p>
      {isOver && <p className="mt-1 text-ink-2">{words.sendItAgainIf}</p>}
    </Notice>
  )
}
