/** A mail server on loopback: speaks enough SMTP to take mails, and refuses what the test tells it to. */
import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate } from '../../../../test/certificates.ts'

export interface TakenMail {
  from: string
  to: string[]
  /** The message as it came, headers first. */
  data: string
  isEncrypted: boolean
  login: string | null
}

export interface MailServer {
  address: string
  port: number
  taken: TakenMail[]
  /** The reply to a command, such as `RCPT`, instead of the usual one; null says nothing at all. */
  answer(command: string, reply: string | null): void
  open: Set<Socket>
  close(): Promise<void>
}

export async function startMailServer(certificate: Certificate | null = null): Promise<MailServer> {
  const taken: TakenMail[] = []
  const answers = new Map<string, string | null>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    converse(socket, { certificate, answers, taken })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    address: `smtp://127.0.0.1:${port}`,
    port,
    taken,
    open,
    answer: (command, reply) => void answers.set(command, reply),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Ways {
  certificate: Certificate | null
  answers: Map<string, string | null>
  taken: TakenMail[]
}

function converse(plain: Socket, ways: Ways): void {
  let mail = emptyMail()
  let login: string | null = null
  let buffered = ''
  let isData = false

  const listenTo = (socket: Socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const reply = (command: string, usual: string) => {
      const reported = ways.answers.get(command)
      if (reported === undefined) say(usual)
      else if (reported !== null) say(reported)
      return reported === undefined
    }
    const onCommand = (line: string) => {
      const command = line.split(' ')[0]?.toUpperCase() ?? ''
      if (command === 'EHLO') {
        const isUpgradable = ways.certificate && !(socket instanceof TLSSocket)
        return reply(command, `250-stand-in\r\n${isUpgradable ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`)
      }
      if (command === 'STARTTLS' && !ways.certificate) return say('502 cannot do that')
      if (command === 'STARTTLS' && ways.certificate) {
        say('220 go on')
        socket.removeAllListeners('data')
        return listenTo(new TLSSocket(socket, { isServer: true, ...ways.certificate }))
      }
      if (command === 'AUTH') {
        const [, user, pass] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')
        login = `${user}:${pass}`
        return reply(command, '235 welcome')
      }
      if (command === 'MAIL') mail.from = addressIn(line)
      if (command === 'RCPT' && !ways.answers.has(command)) mail.to.push(addressIn(line))
      if (command === 'DATA') {
        isData = reply(command, '354 go on')
        return
      }
      if (command === 'QUIT') return void socket.end('221 bye\r\n')
      reply(command, '250 fine')
    }
    socket.on('error', () => {}) // clients may go as they like
    socket.on('data', (chunk) => {
      buffered += chunk.toString('utf8')
      for (;;) {
        const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const piece = buffered.slice(0, end)
        buffered = buffered.slice(end + (isData ? 5 : 2))
        if (!isData) {
          onCommand(piece)
          continue
        }
        isData = false
        if (reply('END', '250 taken'))
          ways.taken.push({ ...mail, data: piece, login, isEncrypted: socket instanceof TLSSocket })
        mail = emptyMail()
      }
    })
    return say
  }
  const say = listenTo(plain)
  const greeting = ways.answers.get('GREETING')
  if (greeting !== null) say(greeting ?? '220 stand-in')
}

function emptyMail(): Pick<TakenMail, 'from' | 'to'> {
  return { from: '', to: [] }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}
