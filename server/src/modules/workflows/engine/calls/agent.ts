import { actingRun, type Call } from '../held-run.ts'
import { withOutput } from '../store-output.ts'
import { refusedAsFault } from './entities.ts'

interface MessageArguments {
  conversation_id: unknown
  content: unknown
}

/** Says something in a conversation of the app; the message and the result of the step are stored together. */
export const callAgent: Call = (step, given) => {
  const { conversation_id, content } = given as unknown as MessageArguments
  const { workflowCalls } = step.held.deps
  return refusedAsFault(() =>
    withOutput(step, (alongside) =>
      workflowCalls.sendMessage(actingRun(step), String(conversation_id), String(content), alongside),
    ),
  )
}
