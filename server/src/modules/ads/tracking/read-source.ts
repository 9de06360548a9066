/** Reads the pages of an app's code for what they have to do with tracking, up to a bound. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refuse } from '../../../platform/errors.ts'
import { ObjectMissing, SourceUnavailable } from '../../../ports/source-storage/port.ts'
import type { AppSource } from '../deps.ts'
import { combine, type FileFindings, findInFile, type SourceFindings } from './source-findings.ts'

export interface SourceBounds {
  files: number
  /** Of one file, and of all that is read. */
  file_bytes: number
  bytes: number
  ms: number
}

export const SOURCE_BOUNDS: SourceBounds = {
  files: 3_000,
  file_bytes: 512 * 1024,
  bytes: 20 * 1024 * 1024,
  ms: 20_000,
}

const AT_ONCE = 8

export async function readSource(
  source: AppSource,
  appId: string,
  bounds: SourceBounds = SOURCE_BOUNDS,
): Promise<SourceFindings> {
  try {
    return await read(source, appId, bounds)
  } catch (cause) {
    // What is missing was removed while it was read: the next try sees what is there now.
    if (cause instanceof SourceUnavailable || cause instanceof ObjectMissing)
      throw refuse('source_unavailable', { headers: { 'Retry-After': '5' }, cause })
    throw cause
  }
}

async function read(source: AppSource, appId: string, bounds: SourceBounds): Promise<SourceFindings> {
  const until = performance.now() + bounds.ms
  const all: PageFile[] = []
  for await (const file of source.files(appId)) if (isPage(file.path)) all.push(file)
  const pages = all.length
  const { chosen, isPartial } = choose(all, bounds)
  const found: FileFindings[] = []
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    if (performance.now() > until) return { ...combine(found), pages, is_partial: true }
    const batch = chosen.slice(at, at + AT_ONCE)
    const contents = await Promise.all(batch.map((file) => file.read()))
    for (const [n, { path }] of batch.entries()) {
      const bytes = Buffer.from(contents[n] ?? [])
      if (!bytes.includes('gtag') && !bytes.includes('AW-')) continue
      found.push(findInFile({ path, text: bytes.toString() }))
      await nextTurn() // one file may take a while; others have their turn in between
    }
  }
  return { ...combine(found), pages, is_partial: isPartial }
}

interface PageFile {
  path: string
  size: number
  read(): Promise<Uint8Array>
}

const PAGE = /\.(html?|[cm]?[jt]s|[jt]sx|vue|svelte)$/i
/** What no browser runs: functions of the backend, packages, tests and declarations. */
const NO_PAGE = /^functions\/|(^|\/)(node_modules|__tests__|tests?)\/|\.(test|spec|d)\.\w+$/i

function isPage(path: string): boolean {
  return PAGE.test(path) && !NO_PAGE.test(path)
}

/** Pages first, because the tag is usually there; then by path. */
function choose(all: readonly PageFile[], bounds: SourceBounds) {
  const isMarkup = ({ path }: PageFile) => /\.html?$/i.test(path)
  const inOrder = [...all.filter(isMarkup), ...all.filter((file) => !isMarkup(file))]
  const chosen: PageFile[] = []
  let bytes = 0
  for (const file of inOrder) {
    if (chosen.length >= bounds.files || file.size > bounds.file_bytes || bytes + file.size > bounds.bytes)
      continue
    bytes += file.size
    chosen.push(file)
  }
  return { chosen, isPartial: chosen.length < all.length }
}
