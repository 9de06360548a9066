/** Zip files as traces are: read whole, written whole, nothing larger than what is allowed. */
import { promisify } from 'node:util'
import { type AsyncZippable, type Unzipped, unzip, zip } from 'fflate'

export interface ZipEntry {
  name: string
  content: Buffer
}

const pack = promisify<AsyncZippable, Uint8Array>(zip)

/** Null when it holds more than `mostBytes`, or is no zip file. */
export async function readZip(bytes: Buffer, mostBytes: number): Promise<ZipEntry[] | null> {
  let left = mostBytes
  const fits = ({ originalSize }: { originalSize: number }) => {
    left -= originalSize
    return left >= 0
  }
  const read = Promise.withResolvers<Unzipped | null>()
  unzip(bytes, { filter: fits }, (error, files) => read.resolve(error ? null : files))
  const files = await read.promise
  if (files === null || left < 0) return null
  return Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }))
}

export async function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  return Buffer.from(await pack(Object.fromEntries(entries.map(({ name, content }) => [name, content]))))
}
