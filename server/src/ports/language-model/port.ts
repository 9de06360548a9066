import type { Static, TSchema } from 'typebox'

/** Answers in words. Callers have a way of their own for when it cannot: nothing depends on a model being there. */
export interface LanguageModel {
  /** The model's own name, or `offline`, `none`; for usage records and for the people who read answers. */
  readonly name: string
  /** Whether asking makes sense at this moment. */
  readonly isAvailable: boolean
  /**
   * A reply, as it is being written, with `done` as its last part. When nothing was yielded yet, a failure
   * is thrown as `ModelUnavailable`; later it comes as `done` with finish `error`, so that the text so far
   * and its price can be kept. After an abort the signal's reason is thrown.
   */
  reply(request: ReplyRequest): AsyncIterable<ReplyPart>
  /** The whole text at once; any failure is thrown as `ModelUnavailable`. */
  text(request: ModelRequest): Promise<TextResult>
  /** A value that fits the schema; otherwise `ModelUnavailable` is thrown. */
  object<S extends TSchema>(request: ObjectRequest<S>): Promise<ObjectResult<Static<S>>>
  /**
   * One call of the model, which may ask for tools that the caller runs afterwards. Any failure is thrown as
   * `ModelUnavailable`; after an abort the signal's reason is thrown.
   */
  turn(request: TurnRequest): Promise<TurnResult>
}

export interface ModelRequest {
  /** What the answer is for, such as `agents.reply`; goes to the log and the ledger next to the token counts. */
  feature: string
  /** Whose day it is counted for. */
  usedBy: ModelUser
  system: string
  /** Oldest first; the last one is answered. */
  messages: readonly ModelMessage[]
  signal: AbortSignal
  /** For the whole answer, waiting and tools included. */
  timeoutMs?: number
  /** Texts that must not leave, in addition to what looks like a secret anyway. */
  secrets?: readonly string[]
}

export interface ModelUser {
  workspace_id: string
  app_id: string
  user_id: string | null
}

export interface ModelMessage {
  role: 'user' | 'assistant'
  content: string
}

export interface ReplyRequest extends ModelRequest {
  tools?: readonly Tool[]
  /** Calls of the model at most, 8 by default; in the last one it may no longer use tools. */
  maxSteps?: number
}

export interface ObjectRequest<S extends TSchema> extends ModelRequest {
  schema: S
}

export interface TurnRequest extends Omit<ModelRequest, 'messages'> {
  /** Oldest first. Every call has its result, behind the message that made it and before the next. */
  messages: readonly TurnMessage[]
  tools: readonly Omit<Tool, 'run'>[]
}

export type TurnMessage =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; calls: readonly TurnCall[] }
  | { role: 'tool'; call_id: string; name: string; content: string; is_error: boolean }

export interface TurnCall {
  id: string
  name: string
  input: unknown
}

export interface TurnResult {
  /** Empty when there are only calls. */
  text: string
  /** With `is_invalid` the input is no JSON, but the words of the model, or there is no such tool. Fitting is for the caller to check. */
  calls: (TurnCall & { is_invalid: boolean })[]
  usage: TokenUsage
  /** In millionths of the currency of the prices. */
  cost_micros: number
  finish: 'stop' | 'length'
}

/** Something the model may do while it replies. */
export interface Tool {
  name: string
  description: string
  input: TSchema
  /**
   * Is called with inputs that fit `input` only. What it returns is shown to the model, refusals included;
   * what it throws is logged, and the model learns no more than that the tool failed.
   */
  run(input: unknown, signal: AbortSignal): Promise<unknown>
}

export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: unknown; output: unknown }
  | ReplyEnd

export interface ReplyEnd {
  type: 'done'
  usage: TokenUsage
  /** `length`: cut off by the model's limit or by `maxSteps`. */
  finish: 'stop' | 'length' | 'error'
  /** With finish `error` only. */
  failure: ModelUnavailable | null
}

/** As the model's server counts; by the length of the words where it does not say. */
export interface TokenUsage {
  input_tokens: number
  output_tokens: number
}

export interface TextResult {
  text: string
  usage: TokenUsage
  finish: 'stop' | 'length'
}

export interface ObjectResult<T> {
  value: T
  usage: TokenUsage
}

export type UnavailableReason =
  /** No model is configured that could do this. */
  | 'not_configured'
  /** No connection, one that broke off, or a server that fails. */
  | 'unreachable'
  | 'timed_out'
  /** The server does not want this request: key, model name, content. */
  | 'refused'
  /** It failed so often that it is left alone for a while. */
  | 'circuit_open'
  /** Too many requests, here or there. */
  | 'overloaded'
  /** It answered, but not in the form that was asked for. */
  | 'unusable'
  /** The workspace has used what it may in a day; nothing was sent. */
  | 'budget_used'

/** The only failure this port reports. The message is for the log: it holds no key, but may quote the model’s server. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable'
  readonly reason: UnavailableReason
  /** What it took nevertheless. */
  readonly usage: TokenUsage

  constructor(reason: UnavailableReason, message: string, usage: TokenUsage = NO_TOKENS) {
    super(message)
    this.reason = reason
    this.usage = usage
  }
}

export const NO_TOKENS: TokenUsage = Object.freeze({ input_tokens: 0, output_tokens: 0 })

/** Says what is used up, and when there is more. */
export class BudgetUsed extends ModelUnavailable {
  readonly quota: string
  readonly limit: number
  readonly retryInSeconds: number

  constructor({ quota, limit, retryInSeconds }: Pick<BudgetUsed, 'quota' | 'limit' | 'retryInSeconds'>) {
    super('budget_used', `The workspace has used its ${quota} of ${limit}.`)
    this.quota = quota
    this.limit = limit
    this.retryInSeconds = retryInSeconds
  }
}

/** Where every use is recorded, and what a workspace may use. */
export interface UsageLedger {
  /** Throws `BudgetUsed` when the workspace has used what it may today. */
  requireBudget(usedBy: ModelUser): Promise<void>
  record(use: ModelUse): Promise<void>
}

export interface ModelUse extends ModelUser, TokenUsage {
  feature: string
  model: string
  /** In millionths of the currency of the prices. */
  cost_micros: number
}

/** Of a million tokens, in the currency of the operator. */
export interface ModelPrices {
  input: number
  output: number
}
