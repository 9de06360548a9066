/** What scans look at: schemas, functions and code of an app are other modules'. */
import { changeSchemas, type EntitySchema, readSchemas, type SchemaCache } from '../modules/entities/index.ts'
import { listDeployed } from '../modules/functions/index.ts'
import { type ScannedApps, type ScannedFunction, type SourceFile, scanStore } from '../modules/scans/index.ts'
import type { AppSource, AppSourceFile } from '../modules/source/index.ts'
import type { Db } from '../platform/database/db.ts'
import { textOf } from '../platform/files/file-content.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { blobIdOf } from '../ports/source-storage/port.ts'

/** Where the code of functions lies in the code of their app. */
const FUNCTIONS = 'functions'

export function createScannedApps({
  db,
  jobs,
  appSource,
  entitySchemas,
}: {
  db: Db
  jobs: Jobs
  appSource: Pick<AppSource, 'files'>
  entitySchemas: SchemaCache
}): ScannedApps {
  return {
    async snapshot(appId) {
      // With its revision, and first: what changes while the rest is read makes the scan out of date.
      const found = await scanStore(db).findApp(appId)
      if (!found) return null
      const { revision, ...app } = found
      const schemas = await readSchemas(db, appId)
      const functions = await deployedFunctions(db, appId)
      const sources: AppSourceFile[] = []
      for await (const file of appSource.files(appId)) sources.push(file)
      const hasChanged = async () => (await scanStore(db).findApp(appId))?.revision !== revision
      return {
        app,
        revision,
        schemas,
        functions,
        files: () => textFiles(sources, functions, hasChanged),
        file_count: sources.length,
      }
    },
    schemas: readSchemas,
    saveSchemas: (tx, appId, schemas, now) =>
      changeSchemas({ jobs, clock: { now: () => now } }, tx, appId, schemas as readonly EntitySchema[]),
    invalidateSchemas: (appId) => entitySchemas.invalidate(appId),
  }
}

async function deployedFunctions(db: Db, appId: string): Promise<ScannedFunction[]> {
  const deployed = await listDeployed(db, appId)
  return deployed.map(({ name, entry, access, automations, files }) => {
    const placed = (path: string) => `${FUNCTIONS}/${name}/${path}`
    return {
      ...{ name, entry: placed(entry), access, is_automated: automations.length > 0 },
      files: files.map(({ path, content }) => ({ path: placed(path), text: content })),
    }
  })
}

/** Without the files of functions that run as they stand here: those are looked at as functions. */
async function* textFiles(
  sources: readonly AppSourceFile[],
  functions: readonly ScannedFunction[],
  hasChanged: () => Promise<boolean>,
): AsyncGenerator<SourceFile> {
  const running = new Map(
    functions.flatMap(({ files }) => files.map(({ path, text }) => [path, blobIdOf(Buffer.from(text))])),
  )
  for (const { path, id, read } of sources) {
    if (running.get(path) === id) continue
    yield {
      ...{ path, id },
      async read() {
        const bytes = await readUnlessGone(read, hasChanged)
        return bytes && textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      },
    }
  }
}

/** Null when the file was changed in the meantime and its old content is gone; else a missing one is a failure. */
async function readUnlessGone(
  read: AppSourceFile['read'],
  hasChanged: () => Promise<boolean>,
): Promise<Uint8Array | null> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'ObjectMissing' && (await hasChanged())) return null
    throw cause
  }
}
