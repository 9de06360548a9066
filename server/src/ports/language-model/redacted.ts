import { redact, redactCode } from '../../platform/text/redact.ts'
import type { LanguageModel, ModelRequest, Tool, TurnMessage, TurnRequest } from './port.ts'

/** What looks like a secret stays here; the model sees that something stood there. */
export function redactedModel(model: LanguageModel): LanguageModel {
  return {
    name: model.name,
    get isAvailable() {
      return model.isAvailable
    },
    reply(request) {
      const { tools = [], secrets } = request
      return model.reply({ ...cleanRequest(request), tools: tools.map((tool) => cleanTool(tool, secrets)) })
    },
    text: (request) => model.text(cleanRequest(request)),
    object: (request) => model.object(cleanRequest(request)),
    turn: (request) => model.turn(cleanTurn(request)),
  }
}

function cleanRequest<R extends ModelRequest>(request: R): R {
  const { system, messages, secrets } = request
  return {
    ...request,
    system: redact(system, secrets),
    messages: messages.map(({ role, content }) => ({ role, content: redact(content, secrets) })),
  }
}

/** Those who work with tools read code, where names alone say little. */
function cleanTurn(request: TurnRequest): TurnRequest {
  const { system, messages, secrets } = request
  const clean = (message: TurnMessage): TurnMessage => {
    const content = redactCode(message.content, secrets)
    if (message.role !== 'assistant') return { ...message, content }
    const calls = message.calls.map((call) => ({ ...call, input: redactCode(call.input, secrets) }))
    return { ...message, content, calls }
  }
  return { ...request, system: redactCode(system, secrets), messages: messages.map(clean) }
}

function cleanTool(tool: Tool, secrets: readonly string[] | undefined): Tool {
  return { ...tool, run: async (input, signal) => redact(await tool.run(input, signal), secrets) }
}
