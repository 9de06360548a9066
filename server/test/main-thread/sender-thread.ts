/** Sends requests from a thread of its own, so that only the server's work counts on the main thread. */
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'
import type { Sent } from './sender.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let prepared: Sent | null = null

parentPort?.on('message', (message: Sent | 'go') => {
  if (message !== 'go') {
    prepared = message
    parentPort?.postMessage('prepared')
    return
  }
  if (!prepared) return
  const { url, method, headers, body } = prepared
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sending = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
    let code = ''
    response.on('data', (chunk: Buffer) => {
      if (code.length < 500) code += chunk.toString('latin1').slice(0, 500)
    })
    response.on('end', () =>
      parentPort?.postMessage({ status: response.statusCode, code: /"code":"(\w+)"/.exec(code)?.[1] }),
    )
    response.on('error', (error) => parentPort?.postMessage({ status: 0, code: String(error) }))
  })
  sending.on('error', (error) => parentPort?.postMessage({ status: 0, code: String(error) }))
  sending.end(body ?? undefined)
})
