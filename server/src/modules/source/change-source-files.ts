/** Many files of the code of an app change together: one commit, one revision, in the name of one person. */
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { foldPath, takenPaths } from '../../platform/files/file-paths.ts'
import { blobIdOf } from '../../ports/source-storage/port.ts'
import type { Deps } from './deps.ts'
import { pathProblem } from './path-rules.ts'
import { publishNewest } from './publish-newest.ts'
import { type SourceFileRow, sourceStore } from './store.ts'
import { sweepAfter } from './sweep-after.ts'
import { trimHistory } from './trim-history.ts'
import { tryInTurn } from './try-in-turn.ts'
import { reachable } from './unreachable.ts'

export interface ChangeDeps
  extends Pick<Deps, 'db' | 'clock' | 'log' | 'jobs' | 'events' | 'audit' | 'sourceStorage' | 'sourceTurns'> {
  access: Pick<Deps['access'], 'workspaceIdOf'>
}

export interface FilesChange {
  app_id: string
  user_id: string
  message: string
  /** Null: whatever it is. */
  expectedRevision: number | null
  /** `bytes` null: the file goes. */
  files: readonly { path: string; bytes: Uint8Array | null }[]
  /** What else is stored in the same transaction. */
  alsoStore?: (tx: Db, done: FilesChanged) => Promise<void>
}

export interface FilesChanged {
  revision: number
  /** Null when there was never a file. */
  commit: string | null
}

/** What is there already makes no commit. Refuses with `source_changed`, `source_limit_reached` and others of the source. */
export async function changeSourceFiles(deps: ChangeDeps, change: FilesChange): Promise<FilesChanged> {
  for (const { path, bytes } of change.files) {
    const problem = bytes && pathProblem(path)
    if (problem) throw invalid(['path', 'path'], 'source_path', `${path}: ${problem}`)
    if (bytes && bytes.length > MAX_SOURCE_FILE_BYTES) throw refuse('source_file_too_large')
  }
  return tryInTurn(deps, change.app_id, () => tryToChange(deps, change))
}

/** Undefined when somebody else was faster; what was written then shows nowhere. */
async function tryToChange(deps: ChangeDeps, change: FilesChange): Promise<FilesChanged | undefined> {
  const { db, clock, sourceStorage } = deps
  const { app_id } = change
  const store = sourceStore(db)
  const workspaceId = await deps.access.workspaceIdOf(app_id)
  const author = await store.findAuthor(change.user_id)
  const source = (await store.find(app_id)) ?? null
  if (workspaceId === null || author === null || source?.is_deleted) {
    if (source?.is_deleted) await sourceStorage.remove(app_id)
    throw refuse('app_not_found')
  }
  const revision = source?.revision ?? 0
  if (change.expectedRevision !== null && change.expectedRevision !== revision)
    throw refuse('source_changed', { extra: { revision } })
  const plan = planChange(await store.list(app_id, undefined, undefined, MAX_SOURCE_FILES), change.files)
  if (plan.written.length === 0 && plan.deleted.length === 0)
    return nothingToDo(db, change, { revision, commit: source?.commit_id ?? null })

  const now = clock.now()
  const commit_id = await reachable(async () => {
    for (const { bytes } of plan.written) await sourceStorage.writeBlob(app_id, bytes)
    return sourceStorage.commit(app_id, {
      parent: source === null || source.commit_id === '' ? null : source.commit_id,
      changes: [...plan.written, ...plan.deleted.map((path) => ({ path, blob_id: null }))],
      message: change.message,
      author: { name: author.full_name, email: author.email },
      at: now,
    })
  })
  const done = await transaction(db, async (tx) => {
    const inTx = sourceStore(tx)
    const { isSweepDue, unswept_bytes } = sweepAfter(source?.unswept_bytes ?? 0, plan.writtenBytes)
    const totals = { files: plan.files, bytes: plan.bytes, unswept_bytes }
    const next = await inTx.advance(app_id, source, { commit_id, ...totals })
    if (next === undefined) return undefined
    await inTx.deleteFiles(app_id, plan.deleted)
    await inTx.putFiles(
      plan.written.map(({ path, blob_id, bytes }) => ({
        ...{ app_id, path, folded: foldPath(path), blob_id, size: bytes.length },
        ...{ revision: next, commit_id, updated_date: now },
      })),
    )
    if (isSweepDue) await deps.jobs.send(tx, trimHistory, { app_id })
    await deps.events.announce(tx, 'source.changed', { app_id, revision: next })
    await deps.audit.record(
      tx,
      { user: author },
      {
        workspace_id: workspaceId,
        action: 'source.change_files',
        target_type: 'source',
        target_id: app_id,
        app_id,
        detail: {
          revision: next,
          commit_id,
          written: plan.written.length,
          deleted: plan.deleted.length,
        },
      },
    )
    await change.alsoStore?.(tx, { revision: next, commit: commit_id })
    return { revision: next, commit: commit_id }
  })
  if (done) await publishNewest(deps, app_id, commit_id)
  return done
}

async function nothingToDo(db: Db, { alsoStore }: FilesChange, done: FilesChanged): Promise<FilesChanged> {
  if (alsoStore) await transaction(db, (tx) => alsoStore(tx, done))
  return done
}

/** What has to be written and deleted, and what the code amounts to then; refuses what cannot be. */
function planChange(
  known: readonly Pick<SourceFileRow, 'path' | 'blob_id' | 'size'>[],
  wanted: FilesChange['files'],
) {
  const before = new Map(known.map((file) => [file.path, file]))
  const deleted = wanted.flatMap(({ path, bytes }) => (bytes === null && before.has(path) ? [path] : []))
  const written = wanted.flatMap(({ path, bytes }) => {
    const blob_id = bytes && blobIdOf(bytes)
    return bytes === null || blob_id === null || before.get(path)?.blob_id === blob_id
      ? []
      : [{ path, bytes, blob_id }]
  })
  const after = new Map(known.map(({ path, size }) => [path, size]))
  for (const path of deleted) after.delete(path)
  const kept = [...after.keys()]
  const added = written.map(({ path }) => path).filter((path) => !after.has(path))
  const [taken] = takenPaths(kept, added)
  if (taken) throw refuse('source_path_taken', { extra: { taken_by: taken.by } })
  for (const { path, bytes } of written) after.set(path, bytes.length)
  const bytes = sum(after.values())
  if (after.size > MAX_SOURCE_FILES || bytes > MAX_SOURCE_BYTES) throw refuse('source_limit_reached')
  return {
    deleted,
    written,
    files: after.size,
    bytes,
    writtenBytes: sum(written.map((one) => one.bytes.length)),
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const one of numbers) total += one
  return total
}
