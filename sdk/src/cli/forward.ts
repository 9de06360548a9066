import { explain } from './explain.ts'
import { visible } from './print.ts'
import type { ReceivedRequest } from './receiver.ts'
import type { Terminal } from './terminal.ts'

const FORWARD_MS = 15_000
const HEADERS_OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

/** Sends a request on as it came; answers the other's status, or 502 when it does not answer. */
export async function forward(
  { fetch = globalThis.fetch, stderr }: Terminal,
  { headers, body }: ReceivedRequest,
  url: string,
): Promise<number> {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !HEADERS_OF_THE_CONNECTION.includes(name)) passed.set(name, value)
  }
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: passed,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_MS),
    })
    return status
  } catch (error) {
    stderr.write(`${visible(url)} did not answer: ${visible(explain((error as Error).cause ?? error))}\n`)
    return 502
  }
}
