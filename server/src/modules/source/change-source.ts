/** How one file of the code of an app changes: one file, one commit, one revision. */
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import { foldersOf, foldPath } from '../../platform/files/file-paths.ts'
import { blobIdOf } from '../../ports/source-storage/port.ts'
import { type App, type Caller, userOf } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { type Expected, requireExpected } from './expected-revision.ts'
import { publishNewest } from './publish-newest.ts'
import { type Place, type SourceRow, sourceStore } from './store.ts'
import { sweepAfter } from './sweep-after.ts'
import { trimHistory } from './trim-history.ts'
import { tryInTurn } from './try-in-turn.ts'
import { reachable } from './unreachable.ts'

export interface Change {
  app: App
  caller: Caller
  path: string
  /** Null: the file goes. */
  bytes: Uint8Array | null
  message: string
  expected: Expected
}

export interface Changed {
  revision: number
  commit_id: string
  changed: boolean
}

export async function changeSource(deps: Deps, change: Change): Promise<Changed> {
  return tryInTurn(deps, change.app.id, () => tryToChange(deps, change))
}

/**
 * Looks, writes the commit, and lets it count if nothing happened in the meantime; else undefined. What a try that did not
 * count left in the repository shows nowhere and is swept some day, so a crash at any point leaves nothing to mend.
 */
async function tryToChange(deps: Deps, change: Change): Promise<Changed | undefined> {
  const { db, clock, sourceStorage } = deps
  const { app, caller, path, bytes } = change
  const folded = foldPath(path)
  const folders = foldersOf(path)
  const place = await sourceStore(db).look(
    app.id,
    { path, folded },
    { paths: folders, folded: folders.map(foldPath) },
  )
  if (place.source?.is_deleted) {
    await sourceStorage.remove(app.id) // what an earlier try may have written after it was removed
    throw refuse('app_not_found')
  }
  if (bytes === null && !place.file) throw refuse('source_file_not_found')
  const blobId = bytes && blobIdOf(bytes)
  // Whatever was expected: it is as the caller wants it. So one who did not hear the answer can send it again.
  if (place.file && place.file.blob_id === blobId) return { ...place.file, changed: false }
  requireExpected(change.expected, place.file?.revision ?? 0)
  if (bytes) requireRoom(place, bytes.length)

  const now = clock.now()
  const commit_id = await reachable(async () => {
    if (bytes) await sourceStorage.writeBlob(app.id, bytes)
    const { full_name, email } = userOf(caller)
    return sourceStorage.commit(app.id, {
      parent: place.source?.commit_id ?? null,
      changes: [{ path, blob_id: blobId }],
      message: change.message,
      author: { name: full_name, email },
      at: now,
    })
  })
  const size = bytes?.length ?? 0
  const revision = await transaction(db, async (tx) => {
    const store = sourceStore(tx)
    const { isSweepDue, ...totals } = totalsAfter(place, bytes)
    const next = await store.advance(app.id, place.source, { commit_id, ...totals })
    if (next === undefined) return undefined
    const file = { app_id: app.id, path, folded, size, revision: next, commit_id, updated_date: now }
    await (blobId === null ? store.deleteFile(app.id, path) : store.putFile({ ...file, blob_id: blobId }))
    if (isSweepDue) await deps.jobs.send(tx, trimHistory, { app_id: app.id })
    await deps.events.announce(tx, 'source.changed', { app_id: app.id, revision: next })
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: blobId === null ? 'source.delete_file' : 'source.write_file',
      target_type: 'source_file',
      target_id: path,
      app_id: app.id,
      detail: { revision: next, commit_id, size },
    })
    return next
  })
  if (revision === undefined) return undefined
  await publishNewest(deps, app.id, commit_id)
  return { revision, commit_id, changed: true }
}

function requireRoom({ source, file, taken_by }: Place, size: number): void {
  if (taken_by !== null) throw refuse('source_path_taken', { extra: { taken_by } })
  if (!source) return
  const isOneTooMany = !file && source.files >= MAX_SOURCE_FILES
  const more = size - (file?.size ?? 0)
  if (isOneTooMany || (more > 0 && source.bytes + more > MAX_SOURCE_BYTES))
    throw refuse('source_limit_reached')
}

function totalsAfter({ source, file }: Place, bytes: Uint8Array | null) {
  const {
    files,
    bytes: before,
    unswept_bytes,
  }: Pick<SourceRow, 'files' | 'bytes' | 'unswept_bytes'> = source ?? { files: 0, bytes: 0, unswept_bytes: 0 }
  const size = bytes?.length ?? 0
  return {
    files: files + (bytes ? 1 : 0) - (file ? 1 : 0),
    bytes: before + size - (file?.size ?? 0),
    ...sweepAfter(unswept_bytes, size),
  }
}
