/** The files of a backup one behind the other, in the form that `tar` reads. */
import { createHash } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import { createTarDecoder } from 'modern-tar'
import { BackupFault } from './backup-fault.ts'

export interface TarFile {
  /** Names with `/` between them; a folder ends with one. */
  path: string
  size: number
  /** Exactly `size` bytes. */
  bytes: AsyncIterable<Uint8Array>
}

export interface Packed {
  path: string
  size: number
  sha256: string
}

export async function* packTar(
  files: AsyncIterable<TarFile>,
  onPacked: (file: Packed) => void,
): AsyncGenerator<Uint8Array> {
  for await (const { path, size, bytes } of files) {
    yield headerOf(path, size)
    const hash = createHash('sha256')
    let written = 0
    for await (const chunk of bytes) {
      hash.update(chunk)
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${path} has ${written} bytes instead of ${size}`)
    if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK))
    if (!path.endsWith('/')) onPacked({ path, size, sha256: hash.digest('hex') })
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Every body must be read to its end before the next file comes. */
export async function* unpackTar(
  tar: AsyncIterable<Uint8Array>,
): AsyncGenerator<Pick<TarFile, 'path' | 'size' | 'bytes'>> {
  const { readable, writable } = createTarDecoder({ strict: true })
  const feeding = ReadableStream.from(tar).pipeTo(writable)
  feeding.catch(() => {}) // the reader gets the same failure
  for await (const { header, body } of readable) {
    if (header.type !== 'file' && header.type !== 'directory') {
      throw new BackupFault(
        `The backup holds ${JSON.stringify(header.name)}, which is neither a file nor a folder.`,
      )
    }
    yield { path: header.name, size: header.size, bytes: body }
  }
}

const BLOCK = 512
const LONGEST_NAME = 100
/** Eleven octal digits. */
const LARGEST_SIZE = 8 ** 11 - 1

function headerOf(path: string, size: number): Buffer {
  const name = Buffer.from(path)
  const records: string[] = []
  if (name.length > LONGEST_NAME) records.push(paxRecord('path', path))
  if (size > LARGEST_SIZE) records.push(paxRecord('size', String(size)))
  const type = path.endsWith('/') ? '5' : '0'
  const own = block(name.subarray(0, LONGEST_NAME), Math.min(size, LARGEST_SIZE), type)
  if (records.length === 0) return own
  const body = Buffer.from(records.join(''))
  const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)
  return Buffer.concat([block(Buffer.from('pax'), body.length, 'x'), body, padding, own])
}

/** Begins with its own length, which counts itself. */
function paxRecord(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`
  const bare = Buffer.byteLength(rest)
  let length = bare + String(bare).length
  if (String(length).length > String(bare).length) length = bare + String(length).length
  return `${length}${rest}`
}

function block(name: Buffer, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK)
  name.copy(header)
  header.write(type === '5' ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`${'0'.padStart(11, '0')}\0`, 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
