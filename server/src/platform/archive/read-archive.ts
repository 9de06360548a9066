/** Reads both forms of an archive, distinguished by content, as batches of rows in an order that can be imported. */
import { createReadStream } from 'node:fs'
import type { Batch, Line } from './archive-batch.ts'
import { ArchiveError } from './archive-error.ts'
import type { Collection } from './collection.ts'
import { readDocument } from './read-document.ts'
import { isLineForm, readLines } from './read-lines.ts'

/** A file's path, or the bytes themselves. */
export type ArchiveSource = string | AsyncIterable<Uint8Array>

/** The collections come in dependency order. */
export async function* readArchive(
  source: ArchiveSource,
  collections: readonly Collection[],
): AsyncGenerator<Batch> {
  const lines = textLines(typeof source === 'string' ? createReadStream(source) : source)
  try {
    const first = await firstFilled(lines)
    if (isLineForm(first.text)) yield* readLines(first, lines, collections)
    else yield* readDocument(first.text, lines, collections)
  } finally {
    await lines.return(undefined)
  }
}

async function firstFilled(lines: AsyncGenerator<Line>): Promise<Line> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new ArchiveError('The archive is empty')
    if (value.text.trim() !== '') return value
  }
}

/** Splits at line feeds only: JSON text may hold the other line separators of Unicode as they are. */
async function* textLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  let parts: string[] = []
  let size = 0
  const add = (part: string) => {
    size += part.length
    if (size > MAX_LINE_LENGTH) throw new ArchiveError(`line ${number + 1}: A line is too long to be read`)
    parts.push(part)
  }
  const take = (): Line => {
    const text = parts.join('')
    parts = []
    size = 0
    number += 1
    return { text, number }
  }
  for await (const text of decoded(source)) {
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      add(text.slice(start, end))
      yield take()
      start = end + 1
    }
    add(text.slice(start))
  }
  if (size > 0) yield take()
}

const MAX_LINE_LENGTH = 256 * 1024 * 1024

async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true }) // it also drops a byte order mark
  try {
    for await (const bytes of source) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    if (cause instanceof TypeError) throw new ArchiveError('The archive is not UTF-8 text', { cause })
    if (cause instanceof Error && 'syscall' in cause) {
      throw new ArchiveError(`The archive cannot be read: ${cause.message}`, { cause })
    }
    throw cause
  }
}
