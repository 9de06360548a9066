/** Files that a command sends, and those that it gets. */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Output } from './output.ts'
import { visible } from './print.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

/** The file of that name, `-` for what comes on stdin. Read from disk as it is sent. */
export async function fileNamed(path: string, { stdin }: Terminal) {
  if (path === '-') return { file: stdin, file_name: 'stdin' }
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`)
  return { file: await openAsBlob(path), file_name: basename(path) }
}

/** Writes a body out as it comes, no faster than its reader takes it. */
export async function writeOut({ body, headers }: Response, stdout: Output): Promise<void> {
  if (!body) return
  const isText = /^(text\/|application\/(json|x-ndjson))/.test(headers.get('content-type') ?? '')
  if (stdout.isTTY && !isText) throw new UsageError('This is no text; write it to a file: … > file')
  const reader = readerOf(stdout)
  for await (const chunk of stdout.isTTY ? lines(body) : body) {
    if (stdout.write(chunk) === false) await reader.isBack()
    if (reader.hasLeft()) return
  }
}

/** What others wrote must not move the terminal; line ends may. */
async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of body)
    yield decoder.decode(bytes, { stream: true }).replace(/[^\r\n\t]+/g, (part) => visible(part))
}

/** Who reads our pipe: may be behind, or leave early, as `head` does. */
export function readerOf(output: Output) {
  let hasLeft = false
  output.on?.('error', () => {
    hasLeft = true
  })
  return {
    hasLeft: () => hasLeft,
    isBack: () =>
      new Promise<void>((resolve) => {
        const done = () => {
          for (const event of READER_EVENTS) output.off?.(event, done)
          resolve()
        }
        for (const event of READER_EVENTS) output.on?.(event, done)
      }),
  }
}

const READER_EVENTS = ['drain', 'error', 'close'] as const
