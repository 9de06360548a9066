/** Reads along with a push what it asks for and what came of it, for the audit log. */
import { type PushCommand, readPushCommands } from '../../../ports/git/port.ts'

const MOST_BYTES = 64 * 1024
const MOST_REFS = 20

export type PushedRef = PushCommand

export interface PushRecord {
  sent(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  answered(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** What was asked for and not refused, as far as is known. */
  read(): PushOutcome
}

export interface PushOutcome {
  refs: PushedRef[]
  /** git says so; else the client did not want to know, or did not wait. */
  isConfirmed: boolean
  /** There are more, of which nothing is known. */
  isCut: boolean
}

export function recordPush(): PushRecord {
  let asked = Buffer.alloc(0)
  let said = Buffer.alloc(0)
  return {
    async *sent(body) {
      for await (const chunk of body) {
        if (asked.length < MOST_BYTES) asked = Buffer.concat([asked, chunk])
        yield chunk
      }
    },
    async *answered(body) {
      for await (const chunk of body) {
        if (said.length < MOST_BYTES) said = Buffer.concat([said, chunk])
        yield chunk
      }
    },
    read() {
      const { commands, state } = readPushCommands(asked)
      const refs = commands.filter(({ ref }) => !said.includes(`ng ${ref} `))
      return {
        refs: refs.slice(0, MOST_REFS),
        isConfirmed: said.includes('unpack ok\n'),
        isCut: (state !== 'whole' && commands.length > 0) || refs.length > MOST_REFS,
      }
    },
  }
}
