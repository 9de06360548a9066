/** The first part of a push: which refs move where. git reads it behind us, so both must read the same. */

export interface PushCommand {
  ref: string
  /** Null: the ref is created. */
  from: string | null
  /** Null: the ref is deleted. */
  to: string | null
}

export interface PushCommands {
  commands: PushCommand[]
  /** Capabilities that the client asks for. */
  capabilities: ReadonlySet<string>
  /**
   * `partial`: the bytes end before the commands do; `malformed`: not commands, as in a signed push, which is not
   * advertised and would hide its commands.
   */
  state: 'whole' | 'partial' | 'malformed'
  /** Length of what was read. */
  bytes: number
}

/** A length of four digits, then `old new name`, on the first line followed by capabilities; a zero ends them. */
export function readPushCommands(body: Buffer): PushCommands {
  const commands: PushCommand[] = []
  let capabilities = new Set<string>()
  let at = 0
  const read = (state: PushCommands['state']): PushCommands => ({ commands, capabilities, state, bytes: at })
  while (at + LENGTH_DIGITS <= body.length) {
    const digits = body.toString('latin1', at, at + LENGTH_DIGITS)
    if (digits === FLUSH) {
      at += LENGTH_DIGITS
      return read('whole')
    }
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0
    if (length <= LENGTH_DIGITS) return read('malformed')
    if (at + length > body.length) break
    const [line = '', asked] = body.toString('utf8', at + LENGTH_DIGITS, at + length).split('\0')
    if (asked !== undefined) capabilities = new Set(asked.trim().split(' '))
    const [, from, to, ref] = COMMAND.exec(line) ?? []
    if (from !== undefined && to !== undefined && ref !== undefined)
      commands.push({ ref, from: idOf(from), to: idOf(to) })
    else if (!SHALLOW.test(line)) return read('malformed')
    at += length
  }
  return read('partial')
}

const LENGTH_DIGITS = 4
const FLUSH = '0000'
const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\n]+)\n?$/i
const SHALLOW = /^shallow [0-9a-f]{40}\n?$/i

function idOf(text: string): string | null {
  return /^0+$/.test(text) ? null : text.toLowerCase()
}
