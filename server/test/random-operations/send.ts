/** Sends a request as it is, and says what is wrong with its answer. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ErrorCode, errors, type Operation, refusalsOf } from '@atrium/contract'
import type { Request } from './request.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sent
  body: any
  ms: number
}

const LONGEST_MS = 5_000
const MOST_TRIES = 3
/** Who has not answered by then never will. */
const NO_ANSWER_MS = 30_000

export function createSender(baseUrl: string) {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(baseUrl)
  const responseTo = ({ method, path, headers, body }: Request): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = httpRequest({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
      sent.on('response', resolve)
      sent.on('error', reject)
      sent.setTimeout(NO_ANSWER_MS, () => sent.destroy(new Error(`no answer within ${NO_ANSWER_MS} ms`)))
      sent.end(body ?? undefined)
    })
  const sendOnce = async (request: Request): Promise<Answer> => {
    const start = performance.now()
    const response = await responseTo(request)
    const said = await text(response)
    const status = response.statusCode ?? 0
    const isOurs = status >= 400 || request.operation.answer_type === undefined
    return { status, body: isOurs ? JSON.parse(said) : said, ms: performance.now() - start }
  }
  return {
    /** What is slow is sent again: once may be the machine's doing. */
    async send(request: Request): Promise<Answer & { tries: number }> {
      for (let tries = 1; ; tries++) {
        const answer = await sendOnce(request).catch(unanswered)
        if (answer.ms < LONGEST_MS || tries === MOST_TRIES) return { ...answer, tries }
      }
    },
    close: () => agent.destroy(),
  }
}

function unanswered(error: Error): Answer {
  return { status: 0, body: { message: String(error) }, ms: 0 }
}

/** What is wrong with it; null when nothing is. The server itself holds answers of operations against the contract. */
export function faultOf(operation: Operation, { status, body, ms }: Answer): string | null {
  if (status === 0) return `was not answered: ${body.message}`
  if (ms >= LONGEST_MS) return `took ${Math.round(ms)} ms`
  if (status < 400) return null
  const code = body?.code as ErrorCode
  if (status >= 500 && !refusalsOf(operation).includes(code)) return `answered ${status} ${body?.message}`
  if (errors[code]?.status !== status) return `answered ${status} with the code ${code}`
  const isWhole = typeof body.message === 'string' && body.detail && typeof body.request_id === 'string'
  return isWhole ? null : 'answered an error that does not say what is wrong'
}
