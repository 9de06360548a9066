import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './compress-answers.ts'

type Encoding = keyof typeof ENCODINGS

/** In the order in which they are preferred. Made once, so they may take a while, on a thread of Node's. */
const ENCODINGS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** Sends a text that stays the same as long as the process: read once, compressed once for each encoding, with an ETag. */
export function storedText(type: string, read: () => string | Promise<string>) {
  let bytes: Promise<Buffer> | null = null
  const compressed = new Map<Encoding, Promise<Buffer>>()

  const plain = () => {
    bytes ??= Promise.resolve(read()).then((text) => Buffer.from(text))
    bytes.catch(() => {
      bytes = null
    })
    return bytes
  }
  const encoded = (encoding: Encoding) => {
    const known = compressed.get(encoding)
    if (known) return known
    const made = plain().then(ENCODINGS[encoding])
    compressed.set(encoding, made)
    made.catch(() => compressed.delete(encoding))
    return made
  }

  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer | undefined> => {
    const encoding = acceptedEncoding(headers['accept-encoding'], Object.keys(ENCODINGS) as Encoding[])
    const etag = `"${tagOf(await plain())}${encoding ? `-${encoding}` : ''}"`
    reply.headers({ ETag: etag, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' })
    if (isNamed(etag, headers['if-none-match'])) {
      reply.code(304)
      return undefined
    }
    reply.type(type)
    if (!encoding) return plain()
    reply.header('Content-Encoding', encoding)
    return encoded(encoding)
  }
}

const tags = new WeakMap<Buffer, string>()

function tagOf(bytes: Buffer): string {
  const tag = tags.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  tags.set(bytes, tag)
  return tag
}

function isNamed(etag: string, header: string | undefined): boolean {
  const named = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return named.includes(etag) || named.includes('*')
}
