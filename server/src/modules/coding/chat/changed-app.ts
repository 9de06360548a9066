/** What a turn made of its copy of an app. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangedFile, WorkCopy } from '../../../ports/git/port.ts'
import { SessionFailed } from '../agent/session-failed.ts'
import type { BuiltApps, SourceChange } from '../built-apps.ts'
import type { AppBase } from './app-copy.ts'
import { entityOf, readEntityText } from './entity-files.ts'

const MOST_FILES = 500
/** All together, too: lists of messages hand them all out. */
const PATCHES = { maxPatchBytes: 100_000, maxTotalBytes: 200_000 }
/** Of one turn together: all of it is in memory when it is stored. */
const MAX_CHANGED_BYTES = 50 * 1_048_576
/** Of a file of the code; a larger one is refused when it is stored. */
const LARGEST_READ = 2 * 1_048_576

export interface ChangedApp {
  /** As it is shown to people, entities included. */
  diff: ChangedFile[]
  /** Of the code. */
  files: SourceChange['files'][number][]
  schemas: { name: string; schema: unknown; before: unknown }[]
}

/** Fails with `push_rejected` what can never be stored, before anything is. */
export async function findChanges(
  builtApps: Pick<BuiltApps, 'entitySchemaFault'>,
  copy: WorkCopy,
  base: AppBase,
): Promise<ChangedApp> {
  const diff = await copy.changes({ maxFiles: MOST_FILES, ...PATCHES })
  if (diff.truncated) throw rejected(`It changed more than ${MOST_FILES} files. Ask for less at once.`)
  const changed: ChangedApp = { diff: diff.files, files: [], schemas: [] }
  let read = 0
  for (const file of diff.files)
    for (const { path, isGone } of pathsOf(file)) {
      const bytes = isGone ? null : await readPlainFile(copy.tree, path)
      read += bytes?.length ?? 0
      if (read > MAX_CHANGED_BYTES) throw rejected('It changed too much at once. Ask for less at once.')
      const name = entityOf(path)
      if (name !== null) changed.schemas.push(changedSchema(builtApps, base, name, bytes))
      // Entities are no part of the code, unless somebody put a file of that name there.
      if (name === null || base.files.has(path)) changed.files.push({ path, bytes })
    }
  return changed
}

function pathsOf({ path, old_path, status }: ChangedFile): { path: string; isGone: boolean }[] {
  const moved = status === 'renamed' && old_path !== null ? [{ path: old_path, isGone: true }] : []
  return [...moved, { path, isGone: status === 'deleted' }]
}

function changedSchema(
  builtApps: Pick<BuiltApps, 'entitySchemaFault'>,
  base: AppBase,
  name: string,
  bytes: Buffer | null,
) {
  // G531.
  if (bytes === null)
    throw rejected(`The builder deletes no entities, since their records would be out of reach: ${name}.`)
  const schema = readEntityText(bytes.toString('utf8'))
  const fault = schema === undefined ? 'it is not JSON' : builtApps.entitySchemaFault(name, schema)
  if (fault !== null) throw rejected(`The schema of ${name} was refused: ${fault}`)
  return { name, schema, before: base.schemas.get(name) ?? null }
}

/** No links: what they lead to is no part of the app. */
async function readPlainFile(tree: string, path: string): Promise<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(tree, path), flags).catch(() => null)
  try {
    const found = await file?.stat()
    if (!file || !found?.isFile())
      throw rejected(`${path} is no plain file; the code of an app has no links.`)
    if (found.size > LARGEST_READ) throw rejected(`${path} is too large for the code of an app.`)
    return await file.readFile()
  } finally {
    await file?.close()
  }
}

const rejected = (message: string) => new SessionFailed('push_rejected', message)
