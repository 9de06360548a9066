/** The form of one JSON document: `{"format": …, "version": …, "users": [{…}, …], …}`. */

import { BATCH_SIZE, type Batch, isObject, type Line } from './archive-batch.ts'
import { ArchiveError, unknownName } from './archive-error.ts'
import { checkHeader } from './archive-header.ts'
import type { Collection } from './collection.ts'

export async function* readDocument(
  firstLine: string,
  rest: AsyncIterable<Line>,
  collections: readonly Collection[],
): AsyncGenerator<Batch> {
  const { format, version, ...lists } = parseDocument(await whole(firstLine, rest))
  checkHeader({ format, version })
  const names = collections.map(({ name }) => name)
  for (const [name, list] of Object.entries(lists)) {
    if (!names.includes(name)) throw new ArchiveError(unknownName('collection', name, names))
    if (!Array.isArray(list)) throw new ArchiveError(`${name}: Input should be a valid list`)
  }
  for (const collection of collections) {
    const list = lists[collection.name]
    if (!Array.isArray(list)) continue
    for (let start = 0; start < list.length; start += BATCH_SIZE) {
      const rows = list.slice(start, start + BATCH_SIZE).map((row, n) => ({ row, index: start + n }))
      yield { collection, rows, lineOf: () => null }
    }
  }
}

const MAX_DOCUMENT_LENGTH = 256 * 1024 * 1024

async function whole(firstLine: string, rest: AsyncIterable<Line>): Promise<string> {
  const lines = [firstLine]
  let size = firstLine.length
  for await (const { text } of rest) {
    size += text.length + 1
    if (size > MAX_DOCUMENT_LENGTH) {
      throw new ArchiveError('This JSON document is larger than 256 MiB; bring it as JSON lines instead')
    }
    lines.push(text)
  }
  return lines.join('\n')
}

function parseDocument(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ArchiveError(`The archive is not JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
  if (!isObject(value)) throw new ArchiveError('The archive should be a JSON object or JSON lines')
  return value
}
