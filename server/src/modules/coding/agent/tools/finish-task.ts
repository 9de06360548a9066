import { MAX_SUMMARY } from '@atrium/contract/coding-sessions'
import { Type } from 'typebox'
import { plainText } from '../../../../platform/text/plain-text.ts'
import { shorten } from '../../../../platform/text/shorten.ts'
import { agentTool } from './agent-tool.ts'

export const finishTask = agentTool({
  name: 'finish',
  readsOnly: true,
  description:
    'Ends the task. The summary is the final reply to the person, in Markdown: what was changed and why, and what is left open.',
  input: Type.Object({ summary: Type.String({ minLength: 1, maxLength: 50_000 }) }),
  async run(_place, { summary }) {
    return { kind: 'finish', summary: shorten(plainText(summary), MAX_SUMMARY) }
  },
})
