/** The form of one row a line, `{"collection": "records", "row": {…}}`, which is never held as a whole. */

import { BATCH_LENGTH, BATCH_SIZE, type Batch, isObject, type Line } from './archive-batch.ts'
import { ArchiveError, unknownName } from './archive-error.ts'
import { checkHeader } from './archive-header.ts'
import type { Collection } from './collection.ts'

/** Whether a file that begins with this line has one row a line. */
export function isLineForm(firstLine: string): boolean {
  if (/^\s*\{\s*"(collection|row)"\s*:/.test(firstLine)) return true
  if (firstLine.length > LONGEST_HEADER) return false
  try {
    return isHeader(JSON.parse(firstLine))
  } catch {
    return false // the first line of a document that spans several
  }
}

const LONGEST_HEADER = 1_000

/** The first line may say format and version. */
function isHeader(value: unknown): value is { format?: unknown; version?: unknown } {
  return isObject(value) && Object.keys(value).every((key) => key === 'format' || key === 'version')
}

export async function* readLines(
  first: Line,
  rest: AsyncIterable<Line>,
  collections: readonly Collection[],
): AsyncGenerator<Batch> {
  const byName = new Map(collections.map((one) => [one.name, one]))
  const counts = new Map<string, number>()
  const order = orderGuard(byName)
  let batch: LineBatch | null = null

  for await (const line of chain(first, rest)) {
    if (line.text.trim() === '') continue
    const value = parseLine(line)
    if (line === first && isHeader(value)) {
      checkHeader(value)
      continue
    }
    const { name, row } = rowOf(value, line)
    const collection = byName.get(name)
    if (!collection) throw at(line, unknownName('collection', name, [...byName.keys()]))
    if (batch && (batch.collection !== collection || isFull(batch))) {
      yield batch
      batch = null
    }
    if (!batch) {
      order(collection, line)
      batch = startBatch(collection)
    }
    const index = counts.get(name) ?? 0
    counts.set(name, index + 1)
    batch.lines.set(index, line.number)
    batch.rows.push({ row, index })
    batch.length += line.text.length
  }
  if (batch) yield batch
}

interface LineBatch extends Batch {
  lines: Map<number, number>
  length: number
}

function startBatch(collection: Collection): LineBatch {
  const lines = new Map<number, number>()
  return { collection, rows: [], lines, length: 0, lineOf: (index) => lines.get(index) ?? null }
}

function isFull({ rows, length }: LineBatch): boolean {
  return rows.length === BATCH_SIZE || length >= BATCH_LENGTH
}

async function* chain(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield first
  yield* rest
}

function parseLine(line: Line): unknown {
  try {
    return JSON.parse(line.text)
  } catch (cause) {
    throw at(line, `This line is not JSON: ${cause instanceof Error ? cause.message : cause}`, cause)
  }
}

function rowOf(value: unknown, line: Line): { name: string; row: unknown } {
  if (!isObject(value) || typeof value.collection !== 'string' || !('row' in value)) {
    throw at(line, 'Each line is an object like {"collection": "…", "row": {…}}')
  }
  const { collection: name, row, ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw at(line, unknownName('key', unknown, ['collection', 'row']))
  return { name: String(name), row }
}

/** Refuses rows that come after rows which need them. */
function orderGuard(byName: ReadonlyMap<string, Collection>) {
  const neededBy = new Map<string, string>()
  const close = (one: Collection, user: string) => {
    for (const name of one.after) {
      if (neededBy.has(name)) continue
      neededBy.set(name, user)
      const needed = byName.get(name)
      if (needed) close(needed, user)
    }
  }
  return (collection: Collection, line: Line) => {
    const user = neededBy.get(collection.name)
    if (user !== undefined)
      throw at(line, `All rows of "${collection.name}" must come before those of "${user}"`)
    close(collection, collection.name)
  }
}

function at(line: Line, message: string, cause?: unknown): ArchiveError {
  return new ArchiveError(`line ${line.number}: ${message}`, { cause })
}
