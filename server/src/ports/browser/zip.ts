/** Zip files as traces are: read whole, written whole, nothing larger than what is allowed. */
import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Buffer
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const deflate = promisify<Buffer, Buffer>(deflateRaw)

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const CENTRAL_SIZE = 46
const LOCAL_SIZE = 30
const DEFLATED = 8
/** Names in UTF-8. */
const FLAGS = 0x0800
const VERSION = 20
/** Time and date are of no use here: the first day that the format knows. */
const DATE = 0x0021

/** Null when it holds more than `mostBytes`, or is not as expected. */
export async function readZip(zip: Buffer, mostBytes: number): Promise<ZipEntry[] | null> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_SIZE > zip.length || zip.readUInt32LE(end) !== END) return null
  const entries: ZipEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  let left = mostBytes
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (at + CENTRAL_SIZE > zip.length || zip.readUInt32LE(at) !== CENTRAL) return null
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const lengths = [28, 30, 32].map((field) => zip.readUInt16LE(at + field))
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths
    const name = zip.toString('utf8', at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength)
    const local = zip.readUInt32LE(at + 42)
    left -= size
    if (left < 0 || local + LOCAL_SIZE > zip.length) return null
    const start = local + LOCAL_SIZE + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + packed)
    const isPacked = zip.readUInt16LE(at + 10) === DEFLATED
    entries.push({ name, content: isPacked ? await inflate(data, { maxOutputLength: size + 1 }) : data })
    at += CENTRAL_SIZE + nameLength + extraLength + commentLength
  }
  return entries
}

export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const packed = await deflate(content)
    const label = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(VERSION, 0)
    facts.writeUInt16LE(FLAGS, 2)
    facts.writeUInt16LE(DEFLATED, 4)
    facts.writeUInt16LE(DATE, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(label.length, 22)
    parts.push(word(LOCAL), facts, label, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(word(CENTRAL), short(VERSION), facts, place, label)
    offset += 4 + facts.length + label.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(END_SIZE)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
