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

/** Sends to a session; the same words again are the same message. */
export function useSessionMessage(appId: string, sessionId: string, done: string) {
  const withKey = useIdempotencyKey()
  return useAct<MessageInput, SessionMessage>({
    run: (input) =>
      withKey(input, (idempotency_key) =>
        client.coding.message({ app_id: appId, session_id: sessionId }, input, { idempotency_key }),
      ),
    touches: ['coding', 'credits'],
    done: () => done,
    failure: 'inline',
  })
}
