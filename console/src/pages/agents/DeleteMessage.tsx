import type { Conversation, Message } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { words } from './words.ts'

interface DeleteMessageProps {
  conversation: Conversation
  message: Message
  onClose: () => void
}

export function DeleteMessage({ conversation: { id, agent_id }, message, onClose }: DeleteMessageProps) {
  const remove = useAct({
    run: () => client.messages.delete({ agent_id, conversation_id: id, message_id: message.id }),
    touches: ['conversations'],
    done: () => words.messageDeleted,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={words.deleteThisMessage}
      confirmLabel={words.deleteMessage}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    >
      {words.itLeavesTheConversation}
    </ConfirmDialog>
  )
}
