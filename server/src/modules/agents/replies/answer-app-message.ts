import { Type } from 'typebox'
import { job } from '../../../platform/jobs/job.ts'
import { appAgentStore } from '../app-agents/app-agent-store.ts'
import type { Deps } from '../deps.ts'
import { agentStore } from '../store.ts'
import { recordTools } from './record-tools.ts'
import { actingFor, Speaker } from './speaker.ts'
import { writeReply } from './write-reply.ts'

const RETRY = [2, 10, 60]

/** Replies to a message inside an app, unless that was done. */
export const answerAppMessage = job('agents.answer_app_message', {
  payload: Type.Object({
    workspace_id: Type.String(),
    app_id: Type.String(),
    user_id: Type.String(),
    conversation_id: Type.String(),
    message_id: Type.String(),
    payer_id: Type.Optional(Type.String()),
    speaker: Type.Optional(Speaker),
  }),
  retry: RETRY,
  timeoutSeconds: 180,
  async run(deps: Deps, payload, { attempt, signal }) {
    const { workspace_id, app_id, user_id, conversation_id, message_id, payer_id, speaker } = payload
    const store = agentStore(deps.db)
    const conversation = await store.find(app_id, user_id, conversation_id)
    if (await store.findReply(message_id)) return
    if (!conversation) return deps.credits.release(deps.db, message_id)
    const agent = await appAgentStore(deps.db).find(app_id, conversation.agent_name)
    const instructions = agent?.instructions ?? ''
    const tools =
      speaker &&
      (await recordTools(deps.recordTools, actingFor(speaker, payload), app_id, agent?.tool_configs ?? []))
    const context = { workspace_id, conversation, message_id, instructions, payer_id, tools }
    try {
      await writeReply(deps, context, signal)
    } catch (error) {
      // Not when the server stops: then this try is made once more.
      if (attempt > RETRY.length && !signal.aborted) await deps.credits.release(deps.db, message_id)
      throw error
    }
  },
})
