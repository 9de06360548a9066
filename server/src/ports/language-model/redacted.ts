import { redact } from '../../platform/redact.ts'
import type { LanguageModel, ModelRequest, Tool } from './port.ts'

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

function cleanTool(tool: Tool, secrets: readonly string[] | undefined): Tool {
  return { ...tool, run: async (input, signal) => redact(await tool.run(input, signal), secrets) }
}
