import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz' // Crockford base 32: no i, l, o, u

/**
 * An id that says its kind and sorts by time of making: `fld_` + 48 bits of time + 16 bits that count + 64 random bits.
 * Those of one millisecond sort in the order in which this process made them, so that what was made together is listed
 * in that order. Never a secret; secrets come from `platform/secrets.ts`.
 */
export function makeId(prefix: string, now: Date = new Date()): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = random.subarray(used, used + ID_BYTES)
  used += ID_BYTES
  const time = now.getTime()
  // From a random start, so that an id does not say how many were made before it.
  if (time !== latest) turnTo(time, bytes.readUInt16BE(COUNT_AT) & 0x7fff)
  count = (count + 1) & 0xffff
  bytes.writeUIntBE(time, 0, COUNT_AT)
  bytes.writeUInt16BE(count, COUNT_AT)
  return `${prefix}_${base32(bytes)}`
}

const ID_BYTES = 16
const COUNT_AT = 6

/** Drawn for many ids at a time: asking the system costs more than the bytes. Each is used once. */
const random = Buffer.alloc(ID_BYTES * 256)
let used = random.length
let latest = Number.NaN
let count = 0
/** Where the counts of moments before stand, in the order in which they were left. */
const counts = new Map<number, number>()
const MOST_COUNTS = 64

/** Work that began earlier makes ids of its own moment in between, and the count of each moment goes on. */
function turnTo(time: number, start: number): void {
  counts.delete(latest)
  counts.set(latest, count)
  const [oldest] = counts.size > MOST_COUNTS ? counts.keys() : []
  if (oldest !== undefined) counts.delete(oldest)
  count = counts.get(time) ?? start
  latest = time
}

/** Crockford base 32, most significant bit first, so that text order is byte order. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >> bits) & 31]
      value &= (1 << bits) - 1
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}
