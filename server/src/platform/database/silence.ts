/**
 * Connections that are dead without a word, as when a host or a firewall on the way is gone. The driver's own
 * `query_timeout` does not do: it fails the statement and keeps the connection, on which the next one waits as long.
 */
import { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from '../log.ts'

/** Closes the connection when a statement waits and not a byte came or went for so long. */
export function watchSilence(client: pg.Client, longestMs: number, log: Log): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('The driver’s connection is no socket any more')
  stream.setTimeout(longestMs).on('timeout', () => {
    const { bytesRead } = stream
    // Behind whatever came while this process itself was held up.
    setImmediate(() => {
      if (!isWaiting(client) || patient.has(client) || stream.bytesRead !== bytesRead) return
      const reason = `Connection terminated: no answer for ${longestMs / 1000} s`
      log.warn({ reason }, 'a database connection is dead')
      // The error reaches the statement, and the pool, which drops the connection.
      stream.destroy(new Error(reason))
    })
  })
}

/** For a connection whose statements may take longer than any other's, until it is closed. */
export function allowSilence(client: pg.ClientBase): void {
  patient.add(client)
}

const patient = new WeakSet<pg.ClientBase>()

/** The driver's own mark, which its typings leave out: set while no statement is under way. */
function isWaiting(client: pg.Client & { readyForQuery?: boolean }): boolean {
  return client.readyForQuery === false
}
