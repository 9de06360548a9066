/** Reads along with a push what it asks for and what came of it, for the audit log. Nothing depends on it. */

const MOST_BYTES = 64 * 1024
const MOST_REFS = 20

export interface PushedRef {
  ref: string
  from: string | null
  to: string | null
}

export interface PushRecord {
  sent(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  answered(
    body: AsyncIterable<Uint8Array>,
    whenDone: (refs: PushedRef[]) => Promise<void>,
  ): AsyncIterable<Uint8Array>
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
    async *answered(body, whenDone) {
      for await (const chunk of body) {
        if (said.length < MOST_BYTES) said = Buffer.concat([said, chunk])
        yield chunk
      }
      const taken = (ref: string) => said.includes(`ok ${ref}\n`)
      const refs = readCommands(asked).filter(({ ref }) => taken(ref))
      if (refs.length > 0) await whenDone(refs.slice(0, MOST_REFS))
    },
  }
}

/** A length of four digits, then `old new name`, on the first line followed by what the client can do. */
export function readCommands(body: Buffer): PushedRef[] {
  const commands: PushedRef[] = []
  for (let at = 0; at + 4 <= body.length; ) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16)
    if (!(length > 4) || at + length > body.length) break
    const [line = ''] = body.toString('utf8', at + 4, at + length).split('\0')
    const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (\S+)\n?$/.exec(line) ?? []
    if (ref !== '') commands.push({ ref, from: idOf(from), to: idOf(to) })
    at += length
  }
  return commands
}

function idOf(text: string): string | null {
  return /^0+$/.test(text) ? null : text
}
