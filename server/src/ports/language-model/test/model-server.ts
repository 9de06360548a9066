import type { ServerResponse } from 'node:http'
import { receiveHttp } from '../../../../test/receivers.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'

/** What the server was asked, as far as tests look at it. */
export interface ModelCall {
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
  /** The last message's text. */
  asked: string
}

export type Scripted =
  /** Without `usage` a few tokens are counted; null for a server that counts none. */
  | { say: string[]; finish?: string; usage?: { prompt_tokens: number; completion_tokens: number } | null }
  /** Sends these words and then cuts the connection, or ends the stream without a finish. */
  | { say: string[]; broken: 'cut' | 'ended' | 'error' }
  /** An input that is a text is sent as it is, be it JSON or not. */
  | {
      call: { name: string; input: unknown }[]
      say?: string[]
      finish?: string
      usage?: { prompt_tokens: number; completion_tokens: number } | null
    }
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Cuts the connection before the first byte. */
  | 'reset'
  /** Accepts the request and never answers. */
  | 'hang'
  /** Says these words and then nothing more, without an end. */
  | { sayThenHang: string[] }
  /** Answers when the promise is kept. */
  | { after: Promise<unknown>; answer: Scripted }

export type Script = (call: ModelCall) => Scripted

/** A stand-in for a server of the chat-completions protocol; the script decides what it answers. */
export async function startModelServer(script: Script = () => ({ say: ['Hello', ' there', '.'] })) {
  const calls: ModelCall[] = []
  let answerTo = script

  const receiver = await receiveHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const call = { headers: request.headers, body, asked: String(body.messages.at(-1)?.content ?? '') }
    calls.push(call)
    await play(response, answerTo(call))
  })
  const baseUrl = `http://127.0.0.1:${receiver.port}/v1`
  return {
    baseUrl,
    /** Of an app that asks it. */
    settings: { language_model: 'openai-compatible' as const, llm_base_url: baseUrl, llm_model: 'test' },
    calls,
    openSockets: () => receiver.connections.open.size,
    script(next: Script) {
      answerTo = next
    },
    /** Answers call by call; the last one stands for all that follow. */
    scriptEach(...answers: [Scripted, ...Scripted[]]) {
      let at = 0
      answerTo = () => answers[Math.min(at++, answers.length - 1)] ?? answers[0]
    },
    close: receiver.close,
  }
}

async function play(response: ServerResponse, scripted: Scripted): Promise<void> {
  if (scripted === 'hang') return
  if (scripted === 'reset') return void response.socket?.resetAndDestroy()
  if ('after' in scripted) {
    await scripted.after
    return play(response, scripted.answer)
  }
  if ('status' in scripted) {
    response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers })
    response.end(JSON.stringify({ error: { message: scripted.message ?? 'scripted' } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: object | string) =>
    new Promise((sent) =>
      response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`, sent),
    )
  const choice = (delta: object, finish_reason: string | null = null) =>
    send({ id: 'chat-1', choices: [{ index: 0, delta, finish_reason }] })

  const words = 'sayThenHang' in scripted ? scripted.sayThenHang : (scripted.say ?? [])
  for (const content of words) await choice({ role: 'assistant', content })
  if ('sayThenHang' in scripted) return
  if ('broken' in scripted) {
    if (scripted.broken === 'cut') return void response.socket?.resetAndDestroy()
    if (scripted.broken === 'error') await send({ error: { message: 'scripted' } })
    return void response.end()
  }
  if ('call' in scripted) {
    const tool_calls = scripted.call.map(({ name, input }, index) => {
      const args = typeof input === 'string' ? input : JSON.stringify(input)
      return { index, id: `call-${index}`, type: 'function', function: { name, arguments: args } }
    })
    await choice({ tool_calls })
  }
  const finish = scripted.finish ?? ('call' in scripted ? 'tool_calls' : 'stop')
  await choice({}, finish)
  const { usage = { prompt_tokens: 12, completion_tokens: 7 } } = 'usage' in scripted ? scripted : {}
  if (usage) await send({ id: 'chat-1', choices: [], usage })
  await send('[DONE]')
  response.end()
}

/** The settings of a model that this server answers for. */
export function standInModel(baseUrl: string) {
  return { baseUrl, model: 'stand-in', apiKey: null, fetch, clock: systemClock, log: createLog('silent') }
}
