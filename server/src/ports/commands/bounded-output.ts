/** What a command writes, of which the beginning and the end are held. */
export interface BoundedOutput {
  add(piece: Buffer): void
  /** How much came in all. */
  readonly written: number
  read(): { text: string; truncated: boolean }
}

export function createBoundedOutput(most: number): BoundedOutput {
  const first = Math.ceil(most / 2)
  const last = most - first
  let head = Buffer.alloc(0)
  let tail: Buffer[] = []
  let tailSize = 0
  let written = 0
  return {
    add(piece) {
      written += piece.length
      const room = first - head.length
      if (room > 0) head = Buffer.concat([head, piece.subarray(0, room)])
      const rest = piece.subarray(Math.max(0, room))
      if (rest.length === 0) return
      tail.push(rest)
      tailSize += rest.length
      // Not at each piece: a flood of small ones would copy the end again and again.
      if (tailSize > 2 * last + 65_536) {
        tail = [Buffer.concat(tail).subarray(-last)]
        tailSize = last
      }
    },
    get written() {
      return written
    },
    read() {
      const end = Buffer.concat(tail)
      const left = end.length > last || written > most ? written - most : 0
      if (left === 0) return { text: textOf(Buffer.concat([head, end])), truncated: false }
      const kept = last === 0 ? '' : textOf(end.subarray(-last))
      return { text: `${textOf(head)}\n[${left} bytes left out]\n${kept}`, truncated: true }
    },
  }
}

/** Databases hold no zero characters. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\ufffd')
