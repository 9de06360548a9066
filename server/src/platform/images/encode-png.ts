import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** Of three bytes a pixel: red, green and blue. Compressed outside the event loop. */
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
