/**
 * Listeners in a process of their own, which stand for other machines: plain connections that speak just enough of
 * websocket and socket.io to join a room and to note when a change came.
 */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export interface ListenersStart {
  port: number
  app_id: string
  room: string
  tokens: string[]
}

export interface ListenersReport {
  joined: number
  /** When each heard of the round, in nanoseconds of the system's own clock. */
  heard: string[]
}

const AT_ONCE = 100
let wanted = ''
let heard: string[] = []
let joined = 0

process.on('message', (message: ListenersStart | { round: string } | 'report') => {
  if (message === 'report') report()
  else if ('round' in message) {
    wanted = message.round
    heard = []
    report()
  } else void openAll(message)
})

function report(): void {
  process.send?.({ joined, heard } satisfies ListenersReport)
}

async function openAll({ port, app_id, room, tokens }: ListenersStart): Promise<void> {
  let next = 0
  const opening = Array.from({ length: AT_ONCE }, async () => {
    for (let token = tokens[next++]; token !== undefined; token = tokens[next++]) {
      await open(
        port,
        `/ws-user-apps/socket.io/?EIO=4&transport=websocket&app_id=${app_id}&token=${token}`,
        room,
      )
      joined++
    }
  })
  await Promise.all(opening)
  report()
}

/** Resolves when the room is joined. */
function open(port: number, path: string, room: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the connection was cut')))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  readTexts(socket, (text) => {
    if (text.startsWith('42') && text.includes(wanted)) heard.push(String(process.hrtime.bigint()))
    else if (text === '2') say(socket, '3')
    else if (text.startsWith('0')) say(socket, '40')
    else if (text.startsWith('40')) say(socket, `420["join",${JSON.stringify(room)}]`)
    else if (text.startsWith('430')) text.includes('"ok":true') ? resolve() : reject(new Error(text))
    else if (text.startsWith('44')) reject(new Error(text))
  })
  return promise
}

/** Short texts only, as ours are; a client must mask them. */
function say(socket: Socket, text: string): void {
  const body = Buffer.from(text)
  const isShort = body.length < 126
  const head = isShort ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, 0, body.length])
  socket.write(Buffer.concat([head, Buffer.alloc(4), body])) // masked with zeros
}

/** The server's frames are neither masked nor in parts. */
function readTexts(socket: Socket, take: (text: string) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  let hasAnswered = false
  socket.on('data', (part: Buffer) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    if (!hasAnswered) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      hasAnswered = true
      rest = rest.subarray(end + 4)
    }
    for (;;) {
      if (rest.length < 2) return
      const short = (rest[1] ?? 0) & 0x7f
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (rest.length < head) return
      const length =
        short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
      if (rest.length < head + length) return
      if (((rest[0] ?? 0) & 0x0f) === 1) take(rest.toString('utf8', head, head + length))
      rest = rest.subarray(head + length)
    }
  })
}
