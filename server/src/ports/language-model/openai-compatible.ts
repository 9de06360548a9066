/** Any server that speaks the chat-completions protocol: hosted, or one's own on the same machine. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FinishReason, TextStreamPart, ToolSet } from 'ai'
import type { TSchema } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { askForObject } from './ask-for-object.ts'
import { createBreaker } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'
import { collectText } from './collect-text.ts'
import { estimateUsage, isCounted, readCount, sumTokens } from './count-tokens.ts'
import { guardCalls } from './guarded-calls.ts'
import {
  type LanguageModel,
  ModelUnavailable,
  NO_TOKENS,
  type ReplyEnd,
  type ReplyPart,
  type ReplyRequest,
  type TokenUsage,
  type TurnRequest,
} from './port.ts'
import { toFinish, toReplyPart, toToolSet, toUnavailable } from './vendor-parts.ts'
import {
  type CallPart,
  collectTurn,
  toOfferedTools,
  toTurnFinish,
  toTurnPart,
  toVendorMessages,
} from './vendor-turns.ts'

export interface OpenAiCompatibleOptions {
  baseUrl: string
  model: string
  apiKey: string | null
  fetch: typeof globalThis.fetch
  clock: Clock
  log: Log
  limits?: Partial<Limits>
}

export interface Limits {
  /** For one call of the model, of which a reply with tools has several. */
  stepMs: number
  /** For a turn with tools, which may write a whole file. */
  turnMs: number
  /** For a whole reply; a text or an object has `stepMs`. A request may say otherwise. */
  replyMs: number
  failuresToOpen: number
  halfOpenAfterMs: number
  places: number
  line: number
  wait(ms: number, signal: AbortSignal): Promise<unknown>
  timeout(ms: number): AbortSignal
}

const LIMITS: Limits = {
  stepMs: 120_000,
  turnMs: 300_000,
  replyMs: 300_000,
  failuresToOpen: 5,
  halfOpenAfterMs: 30_000,
  places: 4,
  line: 8,
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  timeout: (ms) => AbortSignal.timeout(ms),
}

const MAX_STEPS = 8
/** In characters, of text and of what calls are given; far more than any model means to say at once. */
const MOST_SAID = 4_000_000

function sizeOf(part: TextStreamPart<ToolSet>): number {
  if (part.type === 'text-delta') return part.text.length
  return part.type === 'tool-input-delta' ? part.delta.length : 0
}

/** How the stream of a call is begun, and what of it is passed on. */
interface Kind {
  start(signal: AbortSignal): Promise<AsyncIterable<TextStreamPart<ToolSet>>>
  read(part: TextStreamPart<ToolSet>): Exclude<ReplyPart, ReplyEnd> | CallPart | null
  finish: typeof toFinish
}

/** One per base URL: the circuit breaker and the places belong to the server behind it. */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): LanguageModel {
  const { clock, log, model } = options
  const limits = { ...LIMITS, ...options.limits }
  const bulkhead = createBulkhead(limits)
  const breaker = createBreaker({
    ...limits,
    clock,
    onChange: (state) => log.warn({ model, state }, 'language model: circuit breaker'),
  })
  const guard = guardCalls({ ...limits, breaker, clock, secret: options.apiKey })
  let loading: ReturnType<typeof loadVendor> | null = null

  async function* converse(request: ReplyRequest | TurnRequest, budget: AbortSignal, kind: Kind) {
    const startedAt = clock.now().getTime()
    const left = new AbortController()
    const signal = AbortSignal.any([request.signal, budget, left.signal])
    let counted = NO_TOKENS
    let said = ''
    let size = 0
    const usageSoFar = () => (isCounted(counted) || said === '' ? counted : estimateUsage(request, said))
    const figures = (usage: TokenUsage) => ({
      feature: request.feature,
      model,
      ...usage,
      duration_ms: clock.now().getTime() - startedAt,
    })
    let hasParts = false
    let finishReason: FinishReason = 'other'
    try {
      const leave = await bulkhead.enter(signal)
      signal.addEventListener('abort', leave, { once: true })
      for await (const part of await kind.start(signal)) {
        signal.throwIfAborted()
        if (part.type === 'error') throw part.error
        size += sizeOf(part)
        if (size > MOST_SAID)
          throw new ModelUnavailable('unusable', 'The language model’s answer has no end.')
        if (part.type === 'finish') finishReason = part.finishReason
        if (part.type === 'finish-step') {
          const { inputTokens, outputTokens } = part.usage
          const took = { input_tokens: readCount(inputTokens), output_tokens: readCount(outputTokens) }
          counted = sumTokens(counted, took)
        }
        const ours = kind.read(part)
        if (ours === null) continue
        hasParts = true
        if (ours.type === 'text') said += ours.text
        if (ours.type === 'call') said += JSON.stringify(ours.call.input)
        yield ours
      }
      const finish = kind.finish(finishReason, said !== '')
      const usage = usageSoFar()
      log.info({ ...figures(usage), finish }, 'language model answered')
      yield { type: 'done', usage, finish, failure: null } satisfies ReplyEnd
    } catch (error) {
      request.signal.throwIfAborted()
      const usage = usageSoFar()
      const failure = toUnavailable(error, budget)
      log.warn({ ...figures(usage), reason: failure.reason, err: failure }, 'language model unavailable')
      if (!hasParts) throw new ModelUnavailable(failure.reason, failure.message, usage)
      yield { type: 'done', usage, finish: 'error', failure } satisfies ReplyEnd
    } finally {
      left.abort() // gives back the place, and the connection of a caller who stopped listening
    }
  }

  async function prepareCall({ system }: { system: string }, signal: AbortSignal) {
    loading ??= loadVendor(options)
    const { ai, chatModel } = await loading
    const settings = {
      model: ai.wrapLanguageModel({ model: chatModel, middleware: guard }),
      instructions: system,
      abortSignal: signal,
      maxRetries: 0,
      onError: () => {}, // on purpose: by default it is printed; it arrives as a part as well
    }
    return { ai, settings }
  }

  async function startReply(request: ReplyRequest, signal: AbortSignal, schema: TSchema | null) {
    const { messages, tools = [], maxSteps = MAX_STEPS } = request
    const { ai, settings } = await prepareCall(request, signal)
    return ai.streamText({
      ...settings,
      messages: messages.map(({ role, content }) => ({ role, content })),
      stopWhen: ai.isStepCount(maxSteps),
      prepareStep: ({ stepNumber }) => (stepNumber === maxSteps - 1 ? { toolChoice: 'none' } : {}),
      ...(tools.length > 0 && { tools: toToolSet(ai, tools, log) }),
      ...(schema !== null && {
        // The cast: TypeBox values are JSON Schema.
        output: ai.Output.object({ schema: ai.jsonSchema(schema as object) }),
        // Strict mode refuses optional fields, and we check the answer anyway.
        providerOptions: { openaiCompatible: { strictJsonSchema: false } },
      }),
    }).stream
  }

  async function startTurn(request: TurnRequest, signal: AbortSignal) {
    const { ai, settings } = await prepareCall(request, signal)
    const tools = toOfferedTools(ai, request.tools)
    return ai.streamText({ ...settings, messages: toVendorMessages(request.messages), tools }).stream
  }

  const replyTo = (request: ReplyRequest, budget: AbortSignal, schema: TSchema | null = null) =>
    converse(request, budget, {
      start: (signal) => startReply(request, signal, schema),
      read: toReplyPart,
      finish: toFinish,
    }) as AsyncGenerator<ReplyPart> // the cast: what reads it gives no calls

  const budgetOf = ({ timeoutMs }: { timeoutMs?: number }, usually: number) =>
    limits.timeout(timeoutMs ?? usually)

  return {
    name: model,
    get isAvailable() {
      return !breaker.isOpen
    },
    reply: (request) => replyTo(request, budgetOf(request, limits.replyMs)),
    text: (request) => collectText(replyTo(request, budgetOf(request, limits.stepMs))),
    object(request) {
      const budget = budgetOf(request, limits.stepMs)
      return askForObject(request, (round) => collectText(replyTo(round, budget, request.schema)))
    },
    turn(request) {
      const start = (signal: AbortSignal) => startTurn(request, signal)
      return collectTurn(
        converse(request, budgetOf(request, limits.turnMs), {
          start,
          read: toTurnPart,
          finish: toTurnFinish,
        }),
      )
    },
  }
}

/** Loaded with the first request: who runs without a model does not pay for it. */
async function loadVendor({ baseUrl, model, apiKey, fetch }: OpenAiCompatibleOptions) {
  const [ai, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(apiKey !== null && { apiKey }),
  })
  return { ai, chatModel: provider.chatModel(model) }
}
