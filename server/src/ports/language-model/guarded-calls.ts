/** Around every single call of the model: retry, inside it the circuit breaker, inside that the time-out. */
import type { LanguageModelMiddleware } from 'ai'
import type { Clock } from '../../platform/clock.ts'
import type { Breaker } from './breaker.ts'
import { explainFailure, PassingFailure } from './call-failure.ts'
import { ModelUnavailable } from './port.ts'

interface GuardOptions {
  breaker: Breaker
  clock: Clock
  secret: string | null
  stepMs: number
  wait(ms: number, signal: AbortSignal): Promise<unknown>
  timeout(ms: number): AbortSignal
}

type WrapStream = NonNullable<LanguageModelMiddleware['wrapStream']>
type CallResult = Awaited<ReturnType<WrapStream>>
type CallPart = CallResult['stream'] extends ReadableStream<infer Part> ? Part : never
type Call = (signal: AbortSignal) => PromiseLike<CallResult>

export function guardCalls(options: GuardOptions): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ model, params }) {
      const signal = params.abortSignal ?? new AbortController().signal
      const call: Call = (abortSignal) => model.doStream({ ...params, abortSignal })
      return { stream: toStream(await openWithOneRetry(options, call, signal)) }
    },
  }
}

function toStream(parts: AsyncGenerator<CallPart>): ReadableStream<CallPart> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

/** Tries again only while nothing of this call has been passed on: no word is ever said twice. */
async function openWithOneRetry(options: GuardOptions, call: Call, signal: AbortSignal) {
  try {
    return await openOnce(options, call, signal)
  } catch (failure) {
    if (!(failure instanceof PassingFailure) || options.breaker.isOpen) throw failure
    await options.wait(failure.retryInMs, signal)
    return openOnce(options, call, signal)
  }
}

async function openOnce(options: GuardOptions, call: Call, signal: AbortSignal) {
  const parts = callOnce(options, call, signal)
  const opening: CallPart[] = []
  for (let isContent = false; !isContent; ) {
    const { done, value } = await parts.next()
    if (done) break
    opening.push(value)
    isContent = CONTENT.has(value.type)
  }
  return resume(opening, parts)
}

const CONTENT = new Set<CallPart['type']>(['text-delta', 'tool-input-start', 'tool-call', 'finish'])

async function* resume(opening: CallPart[], rest: AsyncGenerator<CallPart>): AsyncGenerator<CallPart> {
  try {
    yield* opening
    yield* rest
  } catch (error) {
    yield { type: 'error', error }
  } finally {
    await rest.return(undefined)
  }
}

async function* callOnce(options: GuardOptions, call: Call, signal: AbortSignal): AsyncGenerator<CallPart> {
  const { breaker, clock, secret, stepMs } = options
  const settle = breaker.enter()
  const timeout = options.timeout(stepMs)
  try {
    const { stream } = await call(AbortSignal.any([signal, timeout]))
    for await (const part of stream) {
      if (part.type === 'error') throw part.error
      yield part
    }
    settle('success')
  } catch (error) {
    if (signal.aborted) {
      // A caller who ran out of patience counts; one who merely left does not.
      settle(signal.reason?.name === 'TimeoutError' ? 'failure' : 'unknown')
      throw signal.reason
    }
    const failure = timeout.aborted
      ? new ModelUnavailable('timed_out', `The language model did not finish within ${stepMs / 1000} s.`)
      : explainFailure(error, { now: clock.now(), secret })
    // Who refuses is alive.
    settle(failure.reason === 'refused' ? 'success' : 'failure')
    throw failure
  } finally {
    settle('unknown')
  }
}
