/** Pictures without a model: the same words give the same picture, and it works offline. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const SIZE = 512
const DISCS = 9

type Colour = readonly [number, number, number]

/** A PNG of soft colours and discs, all chosen by the words. */
export async function drawImage(words: string): Promise<Buffer> {
  const chosen = createHash('sha512').update(words.normalize().trim().toLowerCase()).digest()
  const at = (index: number) => (chosen[index % chosen.length] ?? 0) / 255
  const corners = [0, 3, 6].map((index) =>
    colour(at(index), 0.45 + at(index + 1) / 4, 0.4 + at(index + 2) / 4),
  )
  const discs = Array.from({ length: DISCS }, (_, i) => ({
    x: at(i * 5 + 9) * SIZE,
    y: at(i * 5 + 10) * SIZE,
    radius: (0.05 + at(i * 5 + 11) * 0.2) * SIZE,
    colour: colour(at(i * 5 + 12), 0.7, 0.55 + at(i * 5 + 13) / 4),
    strength: 0.25 + at(i * 5 + 13) / 2,
  }))

  const pixels = Buffer.alloc(SIZE * SIZE * 3)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [first, second, third] = corners as [Colour, Colour, Colour]
      let mixed = mix(mix(first, second, x / SIZE), third, y / SIZE)
      for (const disc of discs) {
        const distance = Math.hypot(x - disc.x, y - disc.y)
        if (distance < disc.radius)
          mixed = mix(mixed, disc.colour, disc.strength * (1 - distance / disc.radius / 2))
      }
      pixels.set(mixed, (y * SIZE + x) * 3)
    }
  }
  return encodePng(pixels, SIZE, SIZE)
}

/** Of three bytes a pixel: red, green and blue. */
export async function encodePng(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // bits a colour, three colours; the only compression and filter there is; not interlaced
  // Each line begins with its filter: 0, none.
  const lines = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y++) {
    pixels.copy(lines, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3)
  }
  const data = await promisify(deflate)(lines)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** From hue, saturation and lightness, each 0 to 1. */
function colour(hue: number, saturation: number, lightness: number): Colour {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const k = (shift + hue * 12) % 12
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const blend = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share)
  return [blend(0), blend(1), blend(2)]
}
