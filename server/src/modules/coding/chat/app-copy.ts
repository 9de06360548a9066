import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../../platform/errors.ts'
import { removeFolder } from '../../../platform/files/remove-folder.ts'
import type { TreeFile, WorkCopy } from '../../../ports/git/port.ts'
import type { Deps } from '../deps.ts'
import type { ChatMessageRow } from '../tables.ts'
import { entityPath, entityText } from './entity-files.ts'

/** How often the code may change while it is read. */
const MOST_TRIES = 5

/** The code of an app and its entities as files, and what they were when they were copied. */
export interface AppCopy {
  copy: WorkCopy
  base: AppBase
}

export interface AppBase {
  revision: number
  /** The ids of the files of the code, by path. */
  files: ReadonlyMap<string, string>
  /** Schemas by the name of the entity. */
  schemas: ReadonlyMap<string, unknown>
}

/** Refuses with `source_unavailable`. */
export async function makeAppCopy(
  deps: Pick<Deps, 'git' | 'builtApps' | 'codingSettings'>,
  { id, app_id: appId, tries }: Pick<ChatMessageRow, 'id' | 'app_id' | 'tries'>,
): Promise<AppCopy> {
  const { workFolder } = deps.codingSettings
  await removeLeft(workFolder, `${id}-`)
  const folder = join(workFolder, `${id}-${tries}`)
  const { revision, files, contents } = await readCode(deps, appId)
  const schemas = new Map(
    (await deps.builtApps.entitySchemas(appId)).map((entity) => [entity.name, entity.schema]),
  )
  // The entities themselves count, whatever a file of that name in the code says (G530).
  for (const [entity, schema] of schemas) contents.set(entityPath(entity), Buffer.from(entityText(schema)))
  const copy = await deps.git.createWorkCopy(folder, inTurn(contents))
  return { copy, base: { revision, files, schemas } }
}

/** Copies that earlier tries left whose server was lost. */
async function removeLeft(workFolder: string, start: string): Promise<void> {
  const names = await readdir(workFolder).catch(() => []) // there was never a copy
  for (const name of names) if (name.startsWith(start)) await removeFolder(join(workFolder, name))
}

/** All as they were at one moment. */
async function readCode({ builtApps }: Pick<Deps, 'builtApps'>, appId: string) {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const revision = await builtApps.sourceRevision(appId)
    const files = new Map<string, string>()
    const contents = new Map<string, Uint8Array | null>()
    for await (const { path, id, read } of builtApps.sourceFiles(appId)) {
      files.set(path, id)
      contents.set(path, await read())
    }
    const whole = new Map([...contents].flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])))
    const isWhole = whole.size === contents.size
    if (isWhole && (await builtApps.sourceRevision(appId)) === revision)
      return { revision, files, contents: whole }
  }
  throw refuse('source_unavailable')
}

async function* inTurn(contents: ReadonlyMap<string, Uint8Array>): AsyncGenerator<TreeFile> {
  for (const [path, bytes] of contents) yield { path, bytes }
}
