import writerFor from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'

type Writer = (answer: unknown) => string

/** One for a description, whatever addresses answer by it. */
const writers = new WeakMap<object, Writer>()

/** Makes each writer with the first answer that needs it: all of them at once would be half of what a start takes. */
export function writeAnswersBySchema(server: FastifyInstance): void {
  server.setSerializerCompiler<object>(({ schema }) => (answer) => {
    let write = writers.get(schema)
    if (!write) {
      write = writerFor(schema as Parameters<typeof writerFor>[0])
      writers.set(schema, write)
    }
    return write(answer)
  })
}
