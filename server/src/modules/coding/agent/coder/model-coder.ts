import type { LanguageModel } from '../../../../ports/language-model/port.ts'
import { callId } from '../loop/call-ids.ts'
import type { Coder } from '../loop/coder.ts'
import { fitHistory } from '../loop/fit-history.ts'
import { systemPrompt } from '../loop/prompt.ts'
import { turnMessages } from '../loop/turn-messages.ts'

/** Asks a language model for each turn, with all that was said and done. */
export function modelCoder(languageModel: LanguageModel): Coder {
  return {
    async next({ task, entries, tools, usedBy, signal }) {
      const turns = entries.filter(({ type }) => type === 'turn').length
      const { text, calls, usage, cost_micros, finish } = await languageModel.turn({
        feature: task.kind === 'repository' ? 'coding.session' : 'coding.chat',
        usedBy,
        system: systemPrompt(task, tools),
        messages: turnMessages(fitHistory(entries)),
        tools,
        signal,
      })
      return {
        text: finish === 'length' && calls.length === 0 ? `${text} …` : text,
        // Ids of our own: models give the same one twice. An input that is no JSON does not fit the tool (G588).
        calls: calls.map(({ name, input }, at) => ({ id: callId(turns, at), tool: name, input })),
        usage,
        cost_micros,
      }
    },
  }
}
