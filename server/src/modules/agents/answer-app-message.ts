import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import { appAgentStore } from './app-agent-store.ts'
import type { Deps } from './deps.ts'
import { makeReply } from './make-reply.ts'
import { agentStore } from './store.ts'

/** Replies to a message inside an app, unless that was done. */
export const answerAppMessage = job('agents.answer_app_message', {
  payload: Type.Object({
    workspace_id: Type.String(),
    app_id: Type.String(),
    user_id: Type.String(),
    conversation_id: Type.String(),
    message_id: Type.String(),
  }),
  retry: [2, 10, 60],
  timeoutSeconds: 180,
  async run(deps: Deps, { workspace_id, app_id, user_id, conversation_id, message_id }, { signal }) {
    const store = agentStore(deps.db)
    const conversation = await store.find(app_id, user_id, conversation_id)
    if (!conversation || (await store.findReply(message_id))) return
    const agent = await appAgentStore(deps.db).find(app_id, conversation.agent_name)
    const instructions = agent?.instructions ?? ''
    await makeReply(deps, { workspace_id, conversation, message_id, instructions }, signal)
  },
})
