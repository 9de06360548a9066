import { MAX_OPTIONS, MAX_QUESTIONS } from '@atrium/contract/coding-messages'
import { Type } from 'typebox'
import { plainText } from '../../../../platform/text/plain-text.ts'
import { agentTool } from './agent-tool.ts'

export const askUser = agentTool({
  name: 'ask_user',
  readsOnly: true,
  description:
    'Asks the person, and waits for the answer. Only for what the task leaves open and the files do not say; offer options where there are a few.',
  input: Type.Object({
    questions: Type.Array(
      Type.Object({
        prompt: Type.String({ minLength: 1, maxLength: 5_000 }),
        options: Type.Optional(
          Type.Array(
            Type.Object({
              label: Type.String({ minLength: 1, maxLength: 200 }),
              description: Type.Optional(Type.String({ maxLength: 1_000 })),
            }),
            { maxItems: MAX_OPTIONS },
          ),
        ),
        multiple: Type.Optional(Type.Boolean({ description: 'Several options may be chosen' })),
      }),
      { minItems: 1, maxItems: MAX_QUESTIONS },
    ),
  }),
  async run(_place, { questions }) {
    return {
      kind: 'question',
      questions: questions.map(({ prompt, options = [], multiple = false }) => ({
        prompt: plainText(prompt),
        options:
          options.length === 0
            ? null
            : options.map(({ label, description }) => ({
                label: plainText(label),
                description: description === undefined ? null : plainText(description),
              })),
        multiple,
      })),
    }
  },
})
