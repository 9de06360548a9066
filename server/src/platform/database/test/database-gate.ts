import { connect, createServer, type Server, type Socket } from 'node:net'

export interface DatabaseGate {
  /** The same database, reached through the gate. */
  url: string
  /** Breaks every connection and lets no new one in, as when the server is gone. */
  shut(): Promise<void>
  open(): Promise<void>
  /** From now on nothing passes on the connections there are, and nobody is notified; new ones work. */
  hush(): void
}

/** A door in front of a database, for tests in which it goes away and comes back. */
export async function databaseGate(url: string): Promise<DatabaseGate> {
  const { hostname, port } = new URL(url)
  const target = `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`
  const sockets = new Set<Socket>()
  let server: Server
  let ownPort = 0

  const open = async () => {
    server = createServer((outer) => {
      const inner = connect(target)
      for (const [from, to] of [
        [outer, inner],
        [inner, outer],
      ] as const) {
        sockets.add(from)
        from.on('error', () => {}) // a broken connection is what this is for
        from.on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
        from.pipe(to)
      }
    })
    await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve))
    ownPort = (server.address() as { port: number }).port
  }
  await open()

  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(ownPort)
  return {
    url: through.href,
    open,
    hush() {
      for (const socket of sockets) socket.unpipe().resume() // taken, as a network does, and lost
    },
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
