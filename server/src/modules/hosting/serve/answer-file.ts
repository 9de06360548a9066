/** How one file of a revision is sent: which form of it, which part, and with which headers. */
import type { IncomingHttpHeaders } from 'node:http'
import { type ByteRange, namesTag, readRange } from '../../../platform/http/byte-range.ts'
import type { Form, ServedFile } from '../file-store.ts'
import { isHashed } from '../site-rules.ts'

/** What to send; the part is null when nothing of the content is. */
export interface FilePlan {
  status: number
  headers: Record<string, string>
  part: { form: Form; range: ByteRange; size: number } | null
}

const ENCODING = { brotli: 'br', gzip: 'gzip' } as const

export function planFile(file: ServedFile, status: 200 | 404, asked: IncomingHttpHeaders): FilePlan {
  const isWhole = asked.range === undefined || status !== 200
  const form = isWhole ? formFor(file, asked['accept-encoding']) : 'bytes'
  const size = form === 'bytes' ? file.size : (file[form] ?? file.size)
  const etag = form === 'bytes' ? `"${file.hash}"` : `"${file.hash}-${ENCODING[form]}"`
  const headers: Record<string, string> = {
    'content-type': file.content_type,
    'cache-control': isHashed(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    'accept-ranges': 'bytes',
  }
  if (file.brotli !== null || file.gzip !== null) headers.vary = 'Accept-Encoding'
  if (status === 200 && namesTag(asked['if-none-match'], etag)) {
    delete headers['content-type']
    return { status: 304, headers, part: null }
  }
  const ifRange = asked['if-range']
  const range =
    isWhole || (ifRange !== undefined && ifRange !== etag) ? null : readRange(asked.range, file.size)
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...NOTHING, 'content-range': `bytes */${file.size}` }, part: null }
  }
  if (form !== 'bytes') headers['content-encoding'] = ENCODING[form]
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size}`
  const sent = range ?? { start: 0, end: size - 1 }
  headers['content-length'] = String(sent.end - sent.start + 1)
  return { status: range ? 206 : status, headers, part: { form, range: sent, size } }
}

/** Headers of an answer without a content. */
const NOTHING = { 'content-length': '0', 'cache-control': 'no-cache' }

/** The smallest form that the caller takes. */
function formFor(file: ServedFile, header: string | string[] | undefined): Form {
  if (header === undefined || (file.brotli === null && file.gzip === null)) return 'bytes'
  const text = String(header).toLowerCase()
  if (file.brotli !== null && takes(text, 'br')) return 'brotli'
  return file.gzip !== null && takes(text, 'gzip') ? 'gzip' : 'bytes'
}

function takes(header: string, encoding: string): boolean {
  return header.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
