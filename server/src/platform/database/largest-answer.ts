import { Socket } from 'node:net'
import type pg from 'pg'

export class AnswerTooLarge extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super(`An answer has at most ${bytes} bytes`)
    this.bytes = bytes
  }
}

/** Ends a statement whose rows are more than so many bytes, and its connection with it: nothing else stops them. */
export function limitAnswers(client: pg.Client, mostBytes: number): void {
  const { connection } = client
  const { stream } = connection
  if (!(stream instanceof Socket)) throw new Error('The driver’s connection is no socket any more')
  let before = 0
  connection.on('readyForQuery', () => {
    before = stream.bytesRead
  })
  stream.on('data', () => {
    if (stream.bytesRead - before > mostBytes) stream.destroy(new AnswerTooLarge(mostBytes))
  })
}
