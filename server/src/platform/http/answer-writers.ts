import { setImmediate as othersTurn } from 'node:timers/promises'
import writerFor from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'

type Schema = Parameters<typeof writerFor>[0]
type Writer = (answer: unknown) => string

/** Characters of a list that are written at once: some milliseconds' work. */
const PIECE = 256 * 1024

/** One for a description, whatever addresses answer by it. */
const writers = new WeakMap<object, Writer>()

/** Makes each writer with the first answer that needs it: all of them at once would be half of what a start takes. */
const write = (schema: object, answer: unknown): string => {
  let writer = writers.get(schema)
  if (!writer) {
    writer = writerFor(schema as Schema)
    writers.set(schema, writer)
  }
  return writer(answer)
}

export function writeAnswersBySchema(server: FastifyInstance): void {
  server.setSerializerCompiler<object>(
    ({ schema }) =>
      (answer) =>
        write(schema, answer),
  )
}

/** Any answer of an operation as text, as it is sent. */
export function textWriterOf(answer: object): (value: unknown) => Promise<string> {
  const writeList = listWriterOf(answer)
  return async (value) => String(writeList ? await writeList(value) : write(answer, value))
}

type ListWriter = (answer: unknown) => Promise<string | Buffer>

/**
 * Writes answers that are a list, or have one as their `items`; null for others. All other requests have their turn
 * between two pieces of a long one.
 */
export function listWriterOf(answer: object): ListWriter | null {
  const { type, items, properties = {}, required = [] } = answer as ListSchema
  if (type === 'array' && items) return (list) => inPieces('[', list as unknown[], items, ']')
  const { items: page, ...others } = properties
  if (page?.type !== 'array' || !page.items) return null
  const item = page.items
  const rest = { ...answer, properties: others, required: required.filter((name) => name !== 'items') }
  return (whole) => {
    const text = write(rest, whole)
    const isAlone = text === '{}'
    return inPieces(
      '{"items":[',
      (whole as { items: unknown[] }).items,
      item,
      isAlone ? ']}' : `],${text.slice(1)}`,
    )
  }
}

interface ListSchema {
  type?: string
  items?: object
  required?: string[]
  properties?: Record<string, { type?: string; items?: object }>
}

async function inPieces(
  before: string,
  list: readonly unknown[],
  item: object,
  after: string,
): Promise<string | Buffer> {
  const pieces: Buffer[] = []
  let text = before
  for (const [i, one] of list.entries()) {
    if (i > 0) text += ','
    text += write(item, one)
    if (text.length < PIECE) continue
    pieces.push(Buffer.from(text))
    text = ''
    await othersTurn()
  }
  text += after
  return pieces.length === 0 ? text : Buffer.concat([...pieces, Buffer.from(text)])
}
