/** `client.functions.invoke('checkout', { cart })`: the backend functions of an app. */
import type { AppConnection } from './app-connection.ts'
import type { AreaClient } from './area-client.ts'
import type { CallOptions } from './call.ts'
import { ConnectionError } from './errors.ts'
import { send } from './http.ts'
import { operations } from './operations.ts'
import { addressOf, cookiesOf, headersOf } from './request.ts'

export type InvokeOptions = Pick<CallOptions, 'headers' | 'signal' | 'timeoutMs'>

export interface AppFunctions {
  /**
   * Calls a function with POST: with the data as JSON, with a form or a file as it is. Returns what the function
   * answered, parsed where it is JSON and as text where it is not; anything but 2xx is thrown as an `ApiError`.
   */
  invoke<Answer = unknown>(name: string, data?: unknown, options?: InvokeOptions): Promise<Answer>
  /**
   * As the usual `fetch`, with the credential of the client; behind the name may follow a path and a query, before it a
   * slash. Any status is an answer.
   */
  fetch(name: string, init?: RequestInit): Promise<Response>
}

const OPERATION = operations.functions.invoke

export function appFunctions(connection: AppConnection): AppFunctions {
  const { app_id, fetch, options: client } = connection
  const addressFor = (name: string) => {
    const [path = '', ...query] = name.replace(/^\//, '').split('?')
    const address = addressOf(OPERATION, { params: { app_id, name: path } }, client)
    return query.length === 0 ? address : `${address}?${query.join('?')}`
  }

  async function invoke<Answer>(name: string, data?: unknown, options: InvokeOptions = {}): Promise<Answer> {
    const isSentAsIs = data instanceof FormData || data instanceof Blob
    const body = isSentAsIs || data === undefined ? undefined : data
    const url = addressFor(name)
    const answer = await send(
      {
        method: OPERATION.method,
        url,
        headers: headersOf(OPERATION, { ...options, body }, client),
        body: isSentAsIs ? data : body === undefined ? null : JSON.stringify(body),
        credentials: cookiesOf(client),
        // What the function does may not bear being done twice.
        is_repeatable: false,
        is_streamed: true,
        signal: options.signal,
        timeoutMs: options.timeoutMs,
      },
      { fetch, retries: 0 },
    )
    // A streamed answer is the response itself; what it holds is for the caller to know.
    return (await readAnswer(answer.body as Response, url)) as Answer
  }

  return {
    invoke,
    fetch(name, init = {}) {
      const headers = headersOf(OPERATION, {}, client)
      for (const [header, value] of new Headers(init.headers)) headers.set(header, value)
      return fetch(addressFor(name), { credentials: cookiesOf(client), ...init, headers })
    },
  }
}

async function readAnswer(response: Response, url: string): Promise<unknown> {
  const text = await response.text().catch((error) => {
    throw new ConnectionError(url, 'the answer broke off', error)
  })
  const isJson = /^application\/([\w.+-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')
  return isJson && text !== '' ? JSON.parse(text) : text
}

/** A client with an app takes both forms: by the name alone, and by the params of the operation. */
export function eitherInvoke(
  byParams: AreaClient['functions']['invoke'],
  byName: AppFunctions['invoke'],
): AreaClient['functions']['invoke'] & AppFunctions['invoke'] {
  const invoke = (first: unknown, ...rest: never[]) =>
    typeof first === 'string' ? byName(first, ...rest) : byParams(first as never, ...rest)
  // The first argument says which of the two is meant; only the mapped types say what follows it.
  return Object.assign(invoke, { operation: byParams.operation }) as never
}
