/** Reads along with a push what it asks for and what came of it, for the audit log. */

const MOST_BYTES = 64 * 1024
const MOST_REFS = 20

export interface PushedRef {
  ref: string
  from: string | null
  to: string | null
}

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
      const { commands, isWhole } = readCommands(asked)
      const refs = commands.filter(({ ref }) => !said.includes(`ng ${ref} `))
      return {
        refs: refs.slice(0, MOST_REFS),
        isConfirmed: said.includes('unpack ok\n'),
        isCut: (!isWhole && commands.length > 0) || refs.length > MOST_REFS,
      }
    },
  }
}

/** A length of four digits, then `old new name`, on the first line followed by what the client can do; a zero ends them. */
function readCommands(body: Buffer): { commands: PushedRef[]; isWhole: boolean } {
  const commands: PushedRef[] = []
  for (let at = 0; at + 4 <= body.length; ) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16)
    if (length === 0) return { commands, isWhole: true }
    if (!(length > 4) || at + length > body.length) break
    const [line = ''] = body.toString('utf8', at + 4, at + length).split('\0')
    const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (\S+)\n?$/.exec(line) ?? []
    if (ref !== '') commands.push({ ref, from: idOf(from), to: idOf(to) })
    at += length
  }
  return { commands, isWhole: false }
}

function idOf(text: string): string | null {
  return /^0+$/.test(text) ? null : text
}
