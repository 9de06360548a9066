/** A file that is sent along: from a form, from disk, or as it comes. */
export type Uploadable = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>

/** The form that carries it. A stream is read to its end first, so that a lost connection can be tried again. */
export async function formWith(file: Uploadable, name?: string): Promise<FormData> {
  const blob = file instanceof Blob ? file : await readAll(file)
  const form = new FormData()
  form.set('file', blob, name ?? (file instanceof File ? file.name : 'file'))
  return form
}

async function readAll(
  stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>,
): Promise<Blob> {
  if (stream instanceof ReadableStream) return new Response(stream).blob()
  const parts: BlobPart[] = []
  for await (const chunk of stream) parts.push(typeof chunk === 'string' ? chunk : new Uint8Array(chunk))
  return new Blob(parts)
}
