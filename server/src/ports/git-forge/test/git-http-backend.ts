/** git's own server side of its protocol over HTTP, for stand-ins of forges. */
import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'

export function passToGit(
  request: IncomingMessage,
  response: ServerResponse,
  target: { folder: string; path: string },
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://stand-in')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      HOME: target.folder,
      GIT_PROJECT_ROOT: target.folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: target.path,
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'tests',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {}) // it may have left
  request.pipe(child.stdin)
  response.on('close', () => child.kill())
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('close', () => {
      const whole = Buffer.concat(chunks)
      const end = whole.indexOf('\r\n\r\n')
      const headers = Object.fromEntries(
        whole
          .subarray(0, Math.max(0, end))
          .toString()
          .split('\r\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      )
      const { Status: status = '200', ...rest } = headers
      response.writeHead(end < 0 ? 500 : Number.parseInt(status, 10), end < 0 ? {} : rest)
      response.end(whole.subarray(end + 4))
      resolve()
    })
  })
}
