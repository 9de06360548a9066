import { estimateUsage, isCounted } from './count-tokens.ts'
import {
  type LanguageModel,
  type ModelPrices,
  type ModelRequest,
  ModelUnavailable,
  NO_TOKENS,
  type ReplyPart,
  type ReplyRequest,
  type TokenUsage,
  type UsageLedger,
} from './port.ts'

interface MeterOptions {
  ledger: UsageLedger
  /** Null for what costs nothing, and is never refused therefore. */
  prices: ModelPrices | null
}

/** Asks the ledger before every call, and records what the call took, also when it failed. */
export function meteredModel(model: LanguageModel, { ledger, prices }: MeterOptions): LanguageModel {
  const { name } = model

  const enter = async (request: Asked) => {
    request.signal.throwIfAborted()
    if (prices) await ledger.requireBudget(request.usedBy)
  }
  const record = async ({ feature, usedBy }: Asked, usage: TokenUsage) => {
    if (!isCounted(usage)) return
    await ledger.record({ ...usedBy, feature, model: name, ...usage, cost_micros: costOf(usage, prices) })
  }

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    await enter(request)
    let said = ''
    let usage: TokenUsage | null = null
    try {
      for await (const part of model.reply(request)) {
        if (part.type === 'text') said += part.text
        if (part.type === 'done') usage = part.usage
        yield part
      }
    } catch (error) {
      if (error instanceof ModelUnavailable) usage = error.usage
      throw error
    } finally {
      // A caller who left never saw the end, where the tokens are counted.
      await record(request, usage ?? (said === '' ? NO_TOKENS : estimateUsage(request, said)))
    }
  }

  async function whole<Result extends { usage: TokenUsage }>(
    request: Asked,
    ask: () => Promise<Result>,
  ): Promise<Result> {
    await enter(request)
    try {
      const result = await ask()
      await record(request, result.usage)
      return result
    } catch (error) {
      if (error instanceof ModelUnavailable) await record(request, error.usage)
      throw error
    }
  }

  return {
    name,
    get isAvailable() {
      return model.isAvailable
    },
    reply,
    text: (request) => whole(request, () => model.text(request)),
    object: (request) => whole(request, () => model.object(request)),
    async turn(request) {
      const result = await whole(request, () => model.turn(request))
      return { ...result, cost_micros: costOf(result.usage, prices) }
    },
  }
}

type Asked = Pick<ModelRequest, 'feature' | 'usedBy' | 'signal'>

/** A price for a million tokens is one in millionths for a single token. */
function costOf({ input_tokens, output_tokens }: TokenUsage, prices: ModelPrices | null): number {
  return prices ? Math.ceil(input_tokens * prices.input + output_tokens * prices.output) : 0
}
