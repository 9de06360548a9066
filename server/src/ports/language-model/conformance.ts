/** What every language model does, whichever it is; run by conformance.test.ts. */
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type LanguageModel,
  ModelUnavailable,
  type ModelUse,
  type ReplyPart,
  type ReplyRequest,
  type TurnRequest,
  type UsageLedger,
} from './port.ts'

export interface OpenedModel {
  model: LanguageModel
  close(): Promise<void>
}

/** A question with `[unavailable]` must fail at once, one with `[breaks-off]` after some words. */
export function languageModelConformance(name: string, open: () => Promise<OpenedModel>): void {
  describe(`the ${name} model`, () => {
    let opened: OpenedModel
    // A new one each time: some count failures.
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    test('replies in several parts, with the end as the last one', async () => {
      const parts = await read(opened.model.reply(asking('When are you open?')))
      const last = parts.pop()
      expect(last).toMatchObject({ type: 'done', finish: 'stop', failure: null })
      expect(last?.type === 'done' && last.usage.output_tokens).toBeGreaterThan(0)
      expect(last?.type === 'done' && last.usage.input_tokens).toBeGreaterThan(0)
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.every((part) => part.type === 'text' && part.text !== '')).toBe(true)
    })

    test('gives the same words as one text', async () => {
      const parts = await read(opened.model.reply(asking('When are you open?')))
      const result = await opened.model.text(asking('When are you open?'))
      expect(result).toMatchObject({ text: words(parts), finish: 'stop' })
    })

    test('goes on with a conversation', async () => {
      const messages = [
        { role: 'user' as const, content: 'Hello' },
        { role: 'assistant' as const, content: 'Hello, how can I help?' },
        { role: 'user' as const, content: 'When are you open?' },
      ]
      const { text } = await opened.model.text({ ...asking(''), messages })
      expect(text).not.toBe('')
    })

    test('throws what the caller aborted with, before it starts', async () => {
      const signal = AbortSignal.abort(new Error('gone'))
      const request = { ...asking('Hello'), signal }
      await expect(read(opened.model.reply(request))).rejects.toThrow('gone')
      await expect(opened.model.text(request)).rejects.toThrow('gone')
      await expect(opened.model.object({ ...request, schema: CITY })).rejects.toThrow('gone')
    })

    test('stops during a reply when the caller aborts', async () => {
      const caller = new AbortController()
      const seen: ReplyPart[] = []
      const listen = async () => {
        for await (const part of opened.model.reply({ ...asking('Hello'), signal: caller.signal })) {
          seen.push(part)
          caller.abort(new Error('gone'))
        }
      }
      await expect(listen()).rejects.toThrow('gone')
      expect(seen).toMatchObject([{ type: 'text' }])
    })

    test('takes no harm from callers who stop listening', async () => {
      for (let round = 0; round < 15; round += 1) {
        for await (const part of opened.model.reply(asking('Hello'))) {
          expect(part.type).toBe('text')
          break
        }
      }
      expect((await opened.model.text(asking('Hello'))).finish).toBe('stop')
    })

    test('answers several at once', async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => opened.model.text(asking('Hello'))))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    })

    test('throws ModelUnavailable when there is nothing to yield', async () => {
      const failing = read(opened.model.reply(asking('Hello [unavailable]')))
      await expect(failing).rejects.toBeInstanceOf(ModelUnavailable)
      await expect(failing).rejects.toMatchObject({ reason: 'unreachable' })
      const text = opened.model.text(asking('Hello [unavailable]'))
      await expect(text).rejects.toMatchObject({ name: 'ModelUnavailable', reason: 'unreachable' })
    })

    test('keeps the words of a reply that breaks off, and says that it did', async () => {
      const parts = await read(opened.model.reply(asking('Hello [breaks-off]')))
      expect(words(parts)).not.toBe('')
      const last = parts.at(-1)
      expect(last).toMatchObject({ type: 'done', finish: 'error', failure: { reason: 'unreachable' } })
      expect(last?.type === 'done' && last.failure).toBeInstanceOf(ModelUnavailable)
      const text = opened.model.text(asking('Hello [breaks-off]'))
      await expect(text).rejects.toMatchObject({ reason: 'unreachable' })
    })

    test('gives a fitting object or says that it cannot', async () => {
      const result = await opened.model.object({ ...asking('Which city?'), schema: CITY }).catch((error) => {
        expect(error).toBeInstanceOf(ModelUnavailable)
        expect(error.reason).toBe('not_configured')
        return null
      })
      if (result) expect(result.value).toEqual({ city: expect.any(String) })
    })

    test('takes a turn with tools that it does not run, or says that it cannot', async () => {
      const result = await opened.model.turn(working('How many hats?')).catch((error) => {
        expect(error).toBeInstanceOf(ModelUnavailable)
        expect(error.reason).toBe('not_configured')
        return null
      })
      if (!result) return
      expect(result).toMatchObject({
        text: expect.any(String),
        finish: 'stop',
        cost_micros: expect.any(Number),
      })
      expect(result.calls).toEqual([
        { id: expect.any(String), name: 'stock', input: { item: 'hat' }, is_invalid: false },
      ])
      expect(result.usage.input_tokens).toBeGreaterThan(0)
    })

    test('throws what the caller of a turn aborted with', async () => {
      const signal = AbortSignal.abort(new Error('gone'))
      await expect(opened.model.turn({ ...working('Hello'), signal })).rejects.toThrow('gone')
    })
  })
}

export const CITY = Type.Object({ city: Type.String({ minLength: 1 }) }, { additionalProperties: false })

export function asking(content: string): ReplyRequest {
  return {
    feature: 'tests',
    usedBy: { workspace_id: 'ws_1', app_id: 'app_1', user_id: 'usr_1' },
    system: 'You are a shop assistant. The shop is open from 9 to 17.',
    messages: [{ role: 'user', content }],
    signal: new AbortController().signal,
  }
}

export const STOCK = {
  name: 'stock',
  description: 'How many there are',
  input: Type.Object({ item: Type.String() }),
}

/** A turn with one tool. */
export function working(content: string): TurnRequest {
  return { ...asking(''), messages: [{ role: 'user', content }], tools: [STOCK] }
}

/** A ledger in memory without a limit. */
export function openLedger(): UsageLedger & { uses: ModelUse[] } {
  const uses: ModelUse[] = []
  return { uses, requireBudget: async () => {}, record: async (use) => void uses.push(use) }
}

export async function read(parts: AsyncIterable<ReplyPart>): Promise<ReplyPart[]> {
  return Array.fromAsync(parts)
}

export function words(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}
