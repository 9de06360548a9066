import { type MessageEvents, presentMessage } from '../modules/agents/index.ts'
import { type Deliveries, recordEvent } from '../modules/webhooks/index.ts'

/** Messages of agents become events of the agents' webhooks; those inside an app stay there. */
export function createMessageEvents(deliveries: Deliveries): MessageEvents {
  return {
    async record(tx, type, message, { id: conversation_id, app_id: agent_id, agent_name }) {
      if (agent_name !== '') return
      await recordEvent(tx, {
        app_id: agent_id,
        source: 'agent',
        type,
        order_key: conversation_id,
        happened_at: message.created_date,
        payload: { agent_id, conversation_id, data: { message: presentMessage(message) } },
      })
    },
    flush: deliveries.wake,
  }
}
