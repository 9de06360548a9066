import type { InputAnswer, SessionMessage } from '@atrium/sdk'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { useIdempotencyKey } from '../../form/idempotency-key.ts'

export interface MessageInput {
  text?: string
  answers?: InputAnswer[]
  approve?: boolean
  input_request_id?: string
}

interface SessionMessageOptions {
  appId: string
  sessionId: string
  /** What is said when it was sent. */
  done: string
  /** Called also when the form is not shown any more. */
  onSent: (input: MessageInput) => void
}

/** Sends to a session; the same words again are the same message. */
export function useSessionMessage({ appId, sessionId, done, onSent }: SessionMessageOptions) {
  const withKey = useIdempotencyKey()
  return useAct<MessageInput, SessionMessage>({
    run: async (input) => {
      const message = await withKey(input, (idempotency_key) =>
        client.coding.message({ app_id: appId, session_id: sessionId }, input, { idempotency_key }),
      )
      onSent(input)
      return message
    },
    touches: ['coding', 'credits'],
    done: () => done,
    failure: 'inline',
  })
}
