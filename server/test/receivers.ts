/** Stand-ins on loopback for anyone who receives outbound calls. */
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Certificate } from './certificates.ts'

export interface Receiver {
  port: number
  /** Connections made so far, and those that are open. */
  connections: { made: number; open: Set<Socket> }
  close(): Promise<void>
}

export const receiveHttp = (answer: RequestListener) => listen(createHttpServer(unlessLeft(answer)))

export const receiveHttps = (certificate: Certificate, answer: RequestListener) =>
  listen(createHttpsServer(certificate, unlessLeft(answer)))

/** A caller who leaves while the request is being read is no failure of the receiver. */
function unlessLeft(answer: RequestListener): RequestListener {
  return async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      if (error !== request.errored) throw error
    }
  }
}

/** For faults: says on the socket what no server would say. */
export const receiveRaw = (onConnection: (socket: Socket) => void) => listen(createTcpServer(onConnection))

async function listen(server: Server): Promise<Receiver> {
  const connections = { made: 0, open: new Set<Socket>() }
  server.on('connection', (socket: Socket) => {
    connections.made++
    connections.open.add(socket)
    socket.on('error', () => {}) // resets are what these tests are about
    socket.on('close', () => connections.open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // on purpose: a string only for pipes
    connections,
    async close() {
      for (const socket of connections.open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
