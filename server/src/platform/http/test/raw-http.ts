import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  json: any
}

/** Sends bytes that no HTTP client would send, and reads until the server closes; null when it says nothing. */
export async function sendRaw(baseUrl: string, ...pieces: (string | Buffer)[]): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // a reset by the server is an answer too
  for (const piece of pieces) socket.write(piece)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return parseAnswer(Buffer.concat(chunks).toString('utf8'))
}

/** The text of a request whose connection ends with its answer. */
export function rawRequest(method: string, path: string, headers: readonly string[] = [], body = ''): string {
  const own = [`${method} ${path} HTTP/1.1`, 'Host: atrium', 'Connection: close', ...headers]
  return `${own.join('\r\n')}\r\n\r\n${body}`
}

function parseAnswer(text: string): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = text.slice(end + 4)
  const json =
    headers['content-type']?.startsWith('application/json') && body !== '' ? JSON.parse(body) : null
  return { status: Number(first.split(' ')[1]), headers, body, json }
}
