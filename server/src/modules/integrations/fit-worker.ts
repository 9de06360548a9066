/** Runs in a process of its own: what strangers made is read and held against what strangers wrote. */
import { fitContent } from './fit-content.ts'
import { readContent, Unreadable } from './read-rows.ts'
import { readSchema } from './sent-schema.ts'

export interface FitRequest {
  name: string
  content_type: string
  bytes: Uint8Array
  schema: object
}

/** `text`: it is for people, or for a model; `complaint`: why it cannot be read. */
export type FitAnswer = { output: unknown } | { text: string } | { complaint: string }
/** A fault of ours. */
export type FitFault = { fault: string }

async function answer({ bytes, schema, ...file }: FitRequest): Promise<FitAnswer> {
  try {
    const content = await readContent(file, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (content.kind === 'text') return { text: content.text }
    return { output: fitContent(content, readSchema('json_schema', schema)) }
  } catch (error) {
    if (error instanceof Unreadable) return { complaint: error.message }
    throw error
  }
}

// One at a time: anyone who asks waits for the answer.
process.on('message', async (request: FitRequest) => {
  const made: FitAnswer | FitFault = await answer(request).catch((error) => ({
    fault: String(error?.stack ?? error),
  }))
  process.send?.(made)
})
