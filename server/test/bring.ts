import { tmpdir } from 'node:os'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { collectionsOf } from '../src/app.ts'
import type { Collection } from '../src/platform/archive/collection.ts'
import { exportArchive } from '../src/platform/archive/export-archive.ts'
import { importArchive } from '../src/platform/archive/import-archive.ts'
import type { Db } from '../src/platform/database/db.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import type { SharedApp } from './app.ts'

/** What archives are brought into, or taken out of. */
interface Place {
  db: Db
  collections: readonly Collection[]
}

/** The key that secrets of archives are sealed with here. */
export const secrets = createSecrets('a key for tests only')

/** The rows as a whole archive. */
export const archiveOf = (rows: object): string =>
  JSON.stringify({ format: 'atrium-archive', version: 1, ...rows })

/** Imports the text of an archive; returns how many rows were new. */
export function importText(
  { db, collections }: Place,
  content: string | Buffer,
  { now = new Date(), log = createLog('silent') } = {},
): Promise<Record<string, number>> {
  const source = Readable.from([Buffer.from(content)])
  return importArchive({ db, collections, source, now, log, secrets })
}

/** Everything of the workspaces as one text; null stands for all. */
export async function exportText(
  { db, collections }: Place,
  workspace_ids: readonly string[] | null = null,
  form: 'document' | 'lines' = 'document',
): Promise<string> {
  const sink = new PassThrough()
  const whole = text(sink)
  await exportArchive({ db, collections, scope: { workspace_ids }, form, sink })
  sink.end()
  return whole
}

/** Imports rows of an archive into a running server, as of its clock; returns how many were new. */
export function bring(
  app: Pick<SharedApp, 'atrium' | 'clock'>,
  rows: object,
  { data_dir = tmpdir(), now = app.clock.now() }: { data_dir?: string; now?: Date } = {},
): Promise<Record<string, number>> {
  return importText(placeOf(app, data_dir), archiveOf(rows), { now })
}

/** Everything of the workspaces of a running server as one JSON document; null stands for all. */
export function take(
  app: Pick<SharedApp, 'atrium'>,
  workspace_ids: readonly string[] | null,
  { data_dir = tmpdir() }: { data_dir?: string } = {},
): Promise<string> {
  return exportText(placeOf(app, data_dir), workspace_ids)
}

const placeOf = ({ atrium }: Pick<SharedApp, 'atrium'>, data_dir: string): Place => ({
  db: atrium.db,
  collections: collectionsOf({ data_dir }),
})
