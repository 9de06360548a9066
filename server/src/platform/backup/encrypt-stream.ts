/**
 * Authenticated encryption of streams, in pieces of 1 MiB. A stream begins with 16 random bytes, from which and from the
 * key its own key is derived; each piece has the next number as its nonce, and the last one says that it is the last.
 * So nothing can be changed, left out, repeated, moved or cut off without being noticed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import { BackupFault } from './backup-fault.ts'

/** What is stored next to the encrypted streams, in plain text. */
export interface KeyParameters {
  algorithm: 'aes-256-gcm'
  piece_bytes: number
  /** Hexadecimal, 16 bytes. */
  salt: string
}

export interface StreamKey {
  parameters: KeyParameters
  encrypt(name: string, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  decrypt(name: string, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Proves that a text was written by a holder of the key. */
  mark(text: string): string
  isMarked(text: string, mark: string): boolean
}

export function newStreamKey(passphrase: string): StreamKey {
  const salt = randomBytes(16).toString('hex')
  return streamKey(passphrase, { algorithm: 'aes-256-gcm', piece_bytes: PIECE, salt })
}

export function streamKey(passphrase: string, parameters: KeyParameters): StreamKey {
  if (parameters.algorithm !== 'aes-256-gcm' || parameters.piece_bytes !== PIECE) {
    throw new BackupFault('This backup is encrypted in a way that this version of Atrium does not know.')
  }
  const master = scryptSync(passphrase, Buffer.from(parameters.salt, 'hex'), 32, SCRYPT)
  const keyOf = (name: string, start: Uint8Array) =>
    Buffer.from(hkdfSync('sha256', master, start, `atrium backup ${name}`, 32))
  const mark = (text: string) => createHmac('sha256', keyOf('manifest', NO_START)).update(text).digest('hex')
  return {
    parameters,
    async *encrypt(name, plain) {
      const start = randomBytes(START)
      const key = keyOf(name, start)
      yield start
      let number = 0
      let held: Buffer | null = null
      for await (const piece of inPieces(plain, PIECE)) {
        if (held) yield seal(key, number++, MORE, held)
        held = piece
      }
      yield seal(key, number, LAST, held ?? Buffer.alloc(0))
    },
    async *decrypt(name, sealed) {
      let key: Buffer | null = null
      let number = 0
      let held: Buffer | null = null
      const pieces = inPieces(sealed, PIECE + TAG, START)
      for await (const piece of pieces) {
        if (key === null) key = keyOf(name, piece)
        else {
          if (held) yield open(key, number++, MORE, held)
          held = piece
        }
      }
      if (key === null || held === null) throw unreadable()
      yield open(key, number, LAST, held)
    },
    mark,
    isMarked(text, found) {
      const given = Buffer.from(found)
      const expected = Buffer.from(mark(text))
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

const PIECE = 1024 * 1024
const TAG = 16
const START = 16
const NO_START = Buffer.alloc(START)
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const MORE = 0
const LAST = 1

function seal(key: Buffer, number: number, isLast: number, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, number: number, isLast: number, sealed: Buffer): Buffer {
  if (sealed.length < TAG) throw unreadable()
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast), { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()])
  } catch {
    throw unreadable()
  }
}

function nonce(number: number, isLast: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(Math.floor(number / 2 ** 32), 3)
  bytes.writeUInt32BE(number % 2 ** 32, 7)
  bytes[11] = isLast
  return bytes
}

function unreadable(): BackupFault {
  return new BackupFault(
    'The backup does not open: BACKUP_KEY is not the one it was made with, or it is damaged.',
  )
}

/** All of the same length but the last; the first may have a length of its own. */
async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  length: number,
  firstLength = length,
): AsyncGenerator<Buffer> {
  let wanted = firstLength
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    held.push(chunk)
    size += chunk.length
    if (size < wanted) continue
    let all = Buffer.concat(held)
    while (all.length >= wanted) {
      yield all.subarray(0, wanted)
      all = all.subarray(wanted)
      wanted = length
    }
    held = all.length > 0 ? [all] : []
    size = all.length
  }
  if (size > 0) yield Buffer.concat(held)
}
