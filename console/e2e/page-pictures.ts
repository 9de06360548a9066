/**
 * Pictures of pages, reduced to a few hundred cells, kept under snapshots/ and compared with what shows now. A cell says
 * how bright it is and whether something is drawn in it, so that another font, time or figure changes nothing, and a lost
 * style sheet, sidebar or page changes much. `UPDATE_SNAPSHOTS=1` takes all of them again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('snapshots', import.meta.url))
/** Pixels; texts that move by less than one are where they were. */
const CELL = 32
/** So much brighter than the darkest of its cell, of 255, is something drawn; softer lines and shades are not. */
const DRAWN = 24
/** The shares of cells that may differ. */
const MOST_DRAWN = 0.1
const MOST_SHADED = 0.1

const ORDER = ['light', 'dark', 'phone']

/** A line of text a row of cells: `a` is black and `p` white; a capital where something is drawn. */
export type Picture = readonly string[]

/** A page with nothing of ours in it does the sums. */
export async function takePicture(page: Page, desk: Page): Promise<Picture> {
  const image = await page.screenshot({ type: 'jpeg', quality: 80, scale: 'css', animations: 'disabled' })
  return desk.evaluate(reduce, { image: image.toString('base64'), cell: CELL, drawn: DRAWN })
}

/** What is wrong with how a page looks; null when nothing is. */
export function differenceOf(before: Picture, now: Picture): string | null {
  const cells = before.flatMap((line, row) => [...line].map((_, column) => ({ row, column })))
  const drawnBefore = cells.filter((at) => isDrawn(before, at))
  const drawnNow = cells.filter((at) => isDrawn(now, at))
  const lost = drawnBefore.filter((at) => !isDrawnNear(now, at)).length
  const added = drawnNow.filter((at) => !isDrawnNear(before, at)).length
  const drawn = drawnBefore.length + drawnNow.length
  const flat = cells.filter((at) => !isDrawn(before, at) && !isDrawn(now, at))
  const shaded = flat.filter((at) => Math.abs(shadeOf(before, at) - shadeOf(now, at)) > 2).length
  if (lost + added <= drawn * MOST_DRAWN && shaded <= flat.length * MOST_SHADED) return null
  return `${lost} drawn cells were lost and ${added} added of ${drawn}, ${shaded} of ${flat.length} are of another shade`
}

/** In what the pictures of a page differ from those that are kept; `UPDATE_SNAPSHOTS` keeps them instead. */
export function compareWithKept(name: string, pictures: Record<string, Picture>): string[] {
  const file = join(FOLDER, `${name}.txt`)
  const kept = read(existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (process.env.UPDATE_SNAPSHOTS) {
    // The looks of a page are of two tiers: the others stay.
    const all = [...kept, ...Object.entries(pictures)]
    const looks = new Map(all.toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)))
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, [...looks].map(written).join('\n'))
    return []
  }
  return Object.entries(pictures).flatMap(([look, now]) => {
    const before = kept.get(look)
    const difference = before ? differenceOf(before, now) : 'no picture is kept'
    return difference === null ? [] : [`${name}, ${look}: ${difference}`]
  })
}

export function keptPicture(name: string, look: string): Picture {
  return read(readFileSync(join(FOLDER, `${name}.txt`), 'utf8')).get(look) ?? []
}

const written = ([look, picture]: [string, Picture]) => `# ${look}\n${picture.join('\n')}\n`

function read(text: string): Map<string, Picture> {
  const parts = text.split(/^# /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [look = '', ...lines] = part.split('\n')
      return [look, lines.filter((line) => line !== '')]
    }),
  )
}

interface Place {
  row: number
  column: number
}

const cellOf = (picture: Picture, { row, column }: Place) => picture[row]?.[column] ?? ''
const isDrawn = (picture: Picture, at: Place) => /[A-P]/.test(cellOf(picture, at))
const shadeOf = (picture: Picture, at: Place) => cellOf(picture, at).toLowerCase().charCodeAt(0)

function isDrawnNear(picture: Picture, { row, column }: Place): boolean {
  const near = [-1, 0, 1]
  return near.some((down) =>
    near.some((right) => isDrawn(picture, { row: row + down, column: column + right })),
  )
}

/** Runs in the browser, which decodes the image; a quarter of its size is enough to see what is drawn. */
async function reduce(given: { image: string; cell: number; drawn: number }): Promise<string[]> {
  const image = await fetch(`data:image/jpeg;base64,${given.image}`)
  const bitmap = await createImageBitmap(await image.blob())
  const width = Math.floor(bitmap.width / 4)
  const height = Math.floor(bitmap.height / 4)
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('there is no canvas')
  context.imageSmoothingQuality = 'medium'
  context.drawImage(bitmap, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const size = given.cell / 4
  const lines: string[] = []
  for (let top = 0; top + size <= height; top += size) {
    let line = ''
    for (let left = 0; left + size <= width; left += size) {
      let sum = 0
      let least = 255
      let most = 0
      for (let y = top; y < top + size; y++) {
        for (let x = left; x < left + size; x++) {
          const at = (y * width + x) * 4
          const light = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
          sum += light
          least = Math.min(least, light)
          most = Math.max(most, light)
        }
      }
      const shade = Math.min(15, Math.floor(sum / (size * size) / 16))
      line += String.fromCharCode((most - least > given.drawn ? 65 : 97) + shade)
    }
    lines.push(line)
  }
  return lines
}
