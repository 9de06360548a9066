import { tmpdir } from 'node:os'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { collectionsOf } from '../src/app.ts'
import { exportArchive } from '../src/platform/archive/export-archive.ts'
import { importArchive } from '../src/platform/archive/import-archive.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import type { TestApp } from './app.ts'

type Target = Pick<TestApp, 'atrium' | 'clock'>

/** Imports rows of an archive into a running server, as of its clock; answers how many were new. */
export async function bring(
  app: Target,
  rows: object,
  { data_dir = tmpdir(), now = app.clock.now() }: { data_dir?: string; now?: Date } = {},
): Promise<Record<string, number>> {
  const archive = JSON.stringify({ format: 'atrium-archive', version: 1, ...rows })
  return importArchive({
    db: app.atrium.db,
    collections: collectionsOf({ data_dir }),
    source: Readable.from([Buffer.from(archive)]),
    now,
    log: createLog('silent'),
    secrets: createSecrets('a key for tests only'),
  })
}

/** Everything of the workspaces as one JSON document; null stands for all. */
export async function take(
  app: Pick<TestApp, 'atrium'>,
  workspace_ids: readonly string[] | null,
  { data_dir = tmpdir() }: { data_dir?: string } = {},
): Promise<string> {
  const sink = new PassThrough()
  const whole = text(sink)
  await exportArchive({
    db: app.atrium.db,
    collections: collectionsOf({ data_dir }),
    scope: { workspace_ids },
    form: 'document',
    sink,
  })
  sink.end()
  return whole
}
