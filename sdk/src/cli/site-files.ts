/** The files of a folder on this machine, as a site is published from them. */
import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_SITE_BODY_BYTES, MAX_SITE_FILES } from '@atrium/contract/hosting'
import { UsageError } from './usage.ts'

export interface SentFile {
  path: string
  content: string
  encoding: 'utf-8' | 'base64'
}

export interface SiteFiles {
  files: SentFile[]
  bytes: number
}

/** The code of functions below it is no part of a site. */
export const FUNCTIONS_FOLDER = 'functions'

/** Hidden files stay back, except `.well-known`, and so do functions. A link is refused: it may lead to what nobody wants to publish. */
export async function readSiteFiles(folder: string): Promise<SiteFiles> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new UsageError(`There is no folder ${folder}.`)
  const paths = (await pathsIn(folder, '')).sort()
  if (!paths.includes('index.html')) {
    throw new UsageError(`${folder} has no index.html; name the folder of the built front end.`)
  }
  if (paths.length > MAX_SITE_FILES) {
    throw new UsageError(`${folder} has ${paths.length} files; a site can have ${MAX_SITE_FILES}.`)
  }
  const files: SentFile[] = []
  let bytes = 0
  let length = 0
  for (const path of paths) {
    const content = await readPlainFile(join(folder, path))
    const file = { path: path.normalize('NFC'), ...asText(content) }
    files.push(file)
    bytes += content.length
    length += Buffer.byteLength(file.content)
    if (length > MAX_SITE_BODY_BYTES) {
      throw new UsageError(
        `${folder} is too large to be sent at once (more than 50 MiB); write the files to the code of the app, and use atrium site publish.`,
      )
    }
  }
  return { files, bytes }
}

async function pathsIn(folder: string, below: string): Promise<string[]> {
  const paths: string[] = []
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name.startsWith('.') && entry.name !== '.well-known') continue
    if (path === FUNCTIONS_FOLDER && entry.isDirectory()) continue
    if (entry.isSymbolicLink()) {
      throw new UsageError(`${path} is a link; put the file itself there, or remove it.`)
    }
    if (entry.name === 'node_modules') {
      throw new UsageError(`${path} does not belong into a site; name the folder of the built front end.`)
    }
    if (entry.isDirectory()) paths.push(...(await pathsIn(folder, path)))
    else if (entry.isFile()) paths.push(path)
    else throw new UsageError(`${path} is no file; remove it.`)
  }
  return paths
}

/** Fails for a link that took the place of the file after it was looked at. */
async function readPlainFile(path: string): Promise<Buffer> {
  // Windows has no such flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function asText(content: Buffer): Pick<SentFile, 'content' | 'encoding'> {
  return isUtf8(content) && !content.includes(0)
    ? { content: content.toString('utf8'), encoding: 'utf-8' }
    : { content: content.toString('base64'), encoding: 'base64' }
}
