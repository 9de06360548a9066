import type { Socket } from 'node:net'
import type { ErrorCode } from '@atrium/contract'
import { refuse } from '../errors.ts'
import { makeId } from '../ids.ts'
import { errorBody } from './error-answers.ts'
import { isReceiving } from './upload.ts'

/** What Node's parser cannot read never reaches a route: answer on the socket, in our shape, and close. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // Files may take longer; anyone who receives them keeps the time.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceiving(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy()
    return
  }
  const refusal = refuse(meaningOf(error.code))
  const requestId = makeId('req')
  const body = JSON.stringify(errorBody(refusal, requestId))
  socket.end(
    `HTTP/1.1 ${refusal.status} ${refusal.code}\r\nX-Request-Id: ${requestId}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  )
}

/** A second answer inside the first would be read as part of it. Node keeps the open one at the socket. */
function hasBegunAnswer(socket: Socket): boolean {
  const { _httpMessage: open } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  return open?.headersSent === true
}

function meaningOf(code: string | undefined): ErrorCode {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'headers_too_large'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request_timeout'
    default:
      return 'bad_request'
  }
}
