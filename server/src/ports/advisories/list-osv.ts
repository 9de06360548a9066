/** Reads OSV records from a file or a folder, one after the other: the whole is never held. */
import { createReadStream } from 'node:fs'
import { opendir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A document with all of its records; more come as JSON lines or as a folder. */
const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024
const LONGEST_LINE = 16 * 1024 * 1024

/** A record, or why it could not be read. */
export type OsvRecord = { place: string; value: unknown } | { place: string; fault: string }

/** Throws when there is no such file or folder. */
export async function* listOsv(path: string): AsyncGenerator<OsvRecord> {
  const found = await stat(path)
  if (found.isDirectory()) yield* inFolder(path)
  else if (await isLines(path)) yield* inLines(path)
  else yield* inDocument(path, path, found.size)
}

async function* inFolder(folder: string): AsyncGenerator<OsvRecord> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue
    const path = join(folder, entry.name)
    yield* inDocument(path, entry.name, (await stat(path)).size)
  }
}

/** One record, or a list of them. */
async function* inDocument(path: string, place: string, size: number): AsyncGenerator<OsvRecord> {
  if (size > MOST_DOCUMENT_BYTES) {
    yield { place, fault: 'it is larger than 64 MiB; bring more as JSON lines or as a folder' }
    return
  }
  const read = parse(await readFile(path, 'utf8'))
  if (read === null) yield { place, fault: 'it is not JSON' }
  else if (!Array.isArray(read.value)) yield { place, value: read.value }
  else for (const [index, value] of read.value.entries()) yield { place: `${place}[${index}]`, value }
}

async function* inLines(path: string): AsyncGenerator<OsvRecord> {
  let number = 0
  for await (const line of linesOf(path)) {
    number++
    if (line?.trim() === '') continue
    const place = `line ${number}`
    const read = line === null ? null : parse(line)
    yield read === null ? { place, fault: 'it is not JSON, or too long' } : { place, value: read.value }
  }
}

/** Whether its first line is a whole record, and more follows. */
async function isLines(path: string): Promise<boolean> {
  let lines = 0
  for await (const line of linesOf(path)) {
    if (line?.trim() === '') continue
    if (lines++ > 0) return true
    if (line === null || parse(line) === null) return false
  }
  return false
}

/** Null for a line that is too long to be held. */
async function* linesOf(path: string): AsyncGenerator<string | null> {
  let held: string | null = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const parts = String(chunk).split('\n')
    for (const [index, part] of parts.entries()) {
      held = held === null || held.length + part.length > LONGEST_LINE ? null : held + part
      if (index === parts.length - 1) break
      yield held
      held = ''
    }
  }
  if (held !== '') yield held
}

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}
