/** Pictures without a model: the same words give the same picture, and it works offline. */
import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { encodePng } from './encode-png.ts'

export interface ImageSize {
  width: number
  height: number
}

const DISCS = 9
/** Between two looks at what else there is to do: a millisecond or two. */
const PIXELS_AT_ONCE = 50_000

type Colour = readonly [number, number, number]

interface Disc {
  x: number
  y: number
  radius: number
  colour: Colour
  strength: number
}

/** A PNG of soft colours and discs, all chosen by the words. */
export async function drawImage(words: string, { width, height }: ImageSize): Promise<Buffer> {
  const chosen = createHash('sha512').update(words.normalize().trim().toLowerCase()).digest()
  const at = (index: number) => (chosen[index % chosen.length] ?? 0) / 255
  const [first, second, third] = [0, 3, 6].map((index) =>
    colour(at(index), 0.45 + at(index + 1) / 4, 0.4 + at(index + 2) / 4),
  ) as [Colour, Colour, Colour]
  const discs: Disc[] = Array.from({ length: DISCS }, (_, i) => ({
    x: at(i * 5 + 9) * width,
    y: at(i * 5 + 10) * height,
    radius: (0.05 + at(i * 5 + 11) * 0.2) * Math.min(width, height),
    colour: colour(at(i * 5 + 12), 0.7, 0.55 + at(i * 5 + 13) / 4),
    strength: 0.25 + at(i * 5 + 13) / 2,
  }))

  const ground = Buffer.alloc(width * 3)
  for (let x = 0; x < width; x++) {
    ground.set(first, x * 3)
    mixInto(ground, x, second, x / width)
  }
  const pixels = Buffer.alloc(width * height * 3)
  const linesAtOnce = Math.max(1, Math.floor(PIXELS_AT_ONCE / width))
  for (let y = 0; y < height; y++) {
    const line = pixels.subarray(y * width * 3, (y + 1) * width * 3)
    line.set(ground)
    for (let x = 0; x < width; x++) mixInto(line, x, third, y / height)
    for (const disc of discs) drawLineOfDisc(line, width, y, disc)
    if ((y + 1) % linesAtOnce === 0) await others()
  }
  return encodePng(pixels, width, height)
}

function drawLineOfDisc(line: Buffer, width: number, y: number, { radius, strength, ...disc }: Disc): void {
  const half = Math.sqrt(Math.max(0, radius ** 2 - (y - disc.y) ** 2))
  const [from, to] = [Math.max(0, Math.floor(disc.x - half)), Math.min(width - 1, Math.ceil(disc.x + half))]
  for (let x = from; x <= to; x++) {
    const distance = Math.hypot(x - disc.x, y - disc.y)
    if (distance < radius) mixInto(line, x, disc.colour, strength * (1 - distance / radius / 2))
  }
}

function mixInto(line: Buffer, x: number, other: Colour, share: number): void {
  for (let part = 0; part < 3; part++) {
    const one = line[x * 3 + part] as number
    line[x * 3 + part] = Math.round(one + ((other[part] as number) - one) * share)
  }
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
