import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useLeftAnswer } from './use-left-answer.ts'
import { useSessionMessage } from './use-session-message.ts'
import { words } from './words.ts'

interface ApprovalFormProps {
  appId: string
  sessionId: string
  requestId: string
}

export function ApprovalForm({ appId, sessionId, requestId }: ApprovalFormProps) {
  const [reason, setReason] = useState('')
  const text = reason.trim()
  const onSent = useLeftAnswer(sessionId, text)
  const decide = useSessionMessage({ appId, sessionId, done: words.decisionSent, onSent })
  useUnsavedWork(() => text !== '' && !decide.isSuccess)
  const isTaken = decide.isPending || decide.isSuccess
  const send = (approve: boolean) => {
    if (decide.isSuccess || decide.progress.current.running > 0) return
    decide.mutate({ approve, ...(text && { text }), input_request_id: requestId })
  }
  return (
    <div className="mt-4 space-y-4">
      <FormFailure error={decide.error} />
      <TextField
        label={words.reason}
        rows={2}
        maxLength={5_000}
        value={reason}
        onChange={setReason}
        hint={words.ifYouRefuseIt}
        optional
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon={Check} isPending={isTaken} onPress={() => send(true)}>
          {words.approve}
        </Button>
        <Button look="danger-outline" icon={X} isPending={isTaken} onPress={() => send(false)}>
          {words.refuse}
        </Button>
      </div>
    </div>
  )
}
