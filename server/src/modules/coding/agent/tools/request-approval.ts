import { Type } from 'typebox'
import { plainText } from '../../../../platform/text/plain-text.ts'
import { agentTool } from './agent-tool.ts'

export const requestApproval = agentTool({
  name: 'request_approval',
  readsOnly: true,
  description:
    'Asks the person to approve something before you do it: what cannot be undone, or goes further than the task. Say what and why, in Markdown.',
  input: Type.Object({ prompt: Type.String({ minLength: 1, maxLength: 10_000 }) }),
  async run(_place, { prompt }) {
    return { kind: 'approval', prompt: plainText(prompt) }
  },
})
