/** Images that go to Google Ads as bytes: fetched from where people keep them, or drawn where they gave none. */
import { createHash } from 'node:crypto'
import { drawImage, type ImageSize } from '../../platform/images/draw-image.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'
import { isImageField } from './google-creative.ts'
import type { AssetField, NewAsset, RejectionReason } from './port.ts'

export interface Image {
  field_type: AssetField
  /** The same content has the same name. */
  name: string
  bytes: Buffer
  /** Which of our fields it came from. */
  field: 'logo_url' | 'assets'
}

export interface GoogleImagesOptions {
  /** For images that people name by an address. */
  outboundHttp: OutboundHttp
  /** What lies on this server itself, which is not called; null for other addresses. */
  ownFile(url: string, mostBytes: number): Promise<Buffer | null>
}

export interface GoogleImages {
  /** Those that these assets name, in their order; or why one cannot be had. */
  fetch(assets: readonly (NewAsset & { field: Image['field'] })[]): Promise<Image[] | RejectionReason>
  /** The images that a campaign cannot do without. */
  draw(words: string, fields: readonly AssetField[]): Promise<Image[]>
}

const LARGEST_BYTES = 5 * 1024 * 1024
/** One request holds them all, in memory and on the way. */
const LARGEST_TOGETHER = 30 * 1024 * 1024
const MOST_REDIRECTS = 3
const AT_ONCE = 4
/** For all images of a campaign. */
const LONGEST_MS = 20_000
/** The smallest that Google takes. */
const SIZES: Partial<Record<AssetField, ImageSize>> = {
  MARKETING_IMAGE: { width: 600, height: 314 },
  SQUARE_MARKETING_IMAGE: { width: 300, height: 300 },
}

export function googleImages({ outboundHttp, ownFile }: GoogleImagesOptions): GoogleImages {
  async function download(address: string, until: number): Promise<Buffer | ImageFault> {
    const own = await ownFile(address, LARGEST_BYTES).catch(() => null)
    if (own) return isPicture(own) ? own : WRONG_FORMAT
    let url = address
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      if (URL.parse(url)?.protocol !== 'https:') return UNREADABLE
      const outcome = await outboundHttp.send({
        method: 'GET',
        url,
        headers: { accept: 'image/png, image/jpeg, image/gif' },
        body: null,
        keepBody: LARGEST_BYTES + 1,
        keepBodyWhen: 'always',
        deadlineMs: Math.max(1, until - performance.now()),
      })
      if (outcome.kind === 'failed') return UNREADABLE
      const { status, headers, body } = outcome
      if (REDIRECTS.has(status)) {
        url = URL.parse(headers.location ?? '', url)?.href ?? ''
        continue
      }
      if (body.length > LARGEST_BYTES) return TOO_LARGE
      if (status !== 200 || outcome.truncated) return UNREADABLE
      return isPicture(body) ? body : WRONG_FORMAT
    }
    return UNREADABLE
  }

  return {
    async fetch(assets) {
      const until = performance.now() + LONGEST_MS
      const wanted = assets.filter(({ field_type }) => isImageField(field_type))
      const images: Image[] = []
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const some = wanted.slice(at, at + AT_ONCE)
        const loaded = await Promise.all(some.map(({ value }) => download(value, until)))
        for (const [index, { field_type, field }] of some.entries()) {
          const bytes = loaded[index] ?? UNREADABLE
          if (!Buffer.isBuffer(bytes)) return { ...bytes, field }
          images.push({ field_type, name: nameOf(bytes), bytes, field })
          if (together(images) > LARGEST_TOGETHER) return { ...TOO_LARGE, field }
        }
      }
      return images
    },

    async draw(words, fields) {
      const images: Image[] = []
      for (const field_type of fields) {
        const size = SIZES[field_type]
        if (!size) continue
        const bytes = await drawImage(words, size)
        images.push({ field_type, name: nameOf(bytes), bytes, field: 'assets' })
      }
      return images
    },
  }
}

type ImageFault = Omit<RejectionReason, 'field'>

const UNREADABLE: ImageFault = {
  code: 'ImageError.PROBLEM_READING_IMAGE_FILE',
  message: 'The image cannot be read from its address; it has to be public and https.',
}
const TOO_LARGE: ImageFault = {
  code: 'ImageError.FILE_TOO_LARGE',
  message: 'An image has at most 5 MB, all of them together 30 MB.',
}
const WRONG_FORMAT: ImageFault = {
  code: 'ImageError.FORMAT_NOT_ALLOWED',
  message: 'An image is one of png, jpeg, gif.',
}
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const SIGNATURES = ['89504e470d0a1a0a', 'ffd8ff', '474946383761', '474946383961']

/** What it is counts, not what it is called. */
function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 8).toString('hex')
  return SIGNATURES.some((signature) => start.startsWith(signature))
}

function together(images: readonly Image[]): number {
  return images.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

function nameOf(bytes: Buffer): string {
  return `atrium-${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}`
}
