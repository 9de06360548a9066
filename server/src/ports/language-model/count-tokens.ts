import type { TokenUsage } from './port.ts'

/** Four characters a token, which is about right for English. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** For servers that do not count, and for replies whose end nobody waited for. */
export function estimateUsage({ system, messages }: Asked, said: string): TokenUsage {
  const read = [system, ...messages.map(({ content }) => content)].join('\n')
  return { input_tokens: estimateTokens(read), output_tokens: estimateTokens(said) }
}

interface Asked {
  system: string
  messages: readonly { content: string }[]
}

export function sumTokens(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
  }
}

/** As a server reports it, which may be anything. */
export function readCount(reported: number | undefined): number {
  return reported !== undefined && reported > 0 ? Math.min(Math.round(reported), MOST_TOKENS) : 0
}

const MOST_TOKENS = 1_000_000_000

export function isCounted({ input_tokens, output_tokens }: TokenUsage): boolean {
  return input_tokens + output_tokens > 0
}
