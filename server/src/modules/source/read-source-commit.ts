import type { InputOf, operations } from '@atrium/contract'
import {
  type FileDiff,
  MAX_DIFF_BYTES,
  MAX_DIFF_FILES,
  MAX_PATCH_BYTES,
} from '@atrium/contract/pull-requests'
import { refuse } from '../../platform/errors.ts'
import { textOf } from '../../platform/files/file-content.ts'
import type { ChangedFile } from '../../ports/source-storage/port.ts'
import type { Caller } from '../../tenancy/index.ts'
import { compareLines } from './compare-lines.ts'
import type { Deps } from './deps.ts'
import { take } from './take.ts'
import { reachable } from './unreachable.ts'

/** Of all files of a commit; about a tenth of a second. */
const STEPS = 10_000_000
const READ_BYTES = 16 * 1024 * 1024

export async function readSourceCommit(
  { access, sourceStorage }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.source.read_commit>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  return reachable(async () => {
    const [commit] = await take(sourceStorage.history(app.id, params.commit_id), 1)
    if (!commit) throw refuse('source_commit_not_found')
    const changes = await take(sourceStorage.changes(app.id, commit.id), MAX_DIFF_FILES + 1)
    const read = (blobId: string) => sourceStorage.readBlob(app.id, blobId)
    const compared = await compareFiles(read, withRenames(changes.slice(0, MAX_DIFF_FILES)))
    return {
      commit_id: commit.id,
      parent_id: commit.parent,
      message: commit.message,
      author_name: commit.author.name,
      author_email: commit.author.email,
      created_date: commit.at,
      files: compared.files,
      truncated: compared.truncated || changes.length > MAX_DIFF_FILES,
    }
  }, 'source_commit_not_found')
}

interface Change extends ChangedFile {
  old_path: string | null
}

/** A file that is gone, and another one of the same bytes that is new, are one that was renamed. */
function withRenames(changes: readonly ChangedFile[]): Change[] {
  const gone = new Map(
    changes.filter(({ after }) => after === null).map(({ before, path }) => [before, path]),
  )
  const renamed = new Map<string, string>()
  for (const { path, before, after } of changes) {
    const from = before === null ? gone.get(after) : undefined
    if (from === undefined) continue
    renamed.set(path, from)
    gone.delete(after)
  }
  const moved = new Set(renamed.values())
  return changes
    .filter(({ path }) => !moved.has(path))
    .map((change) => ({ ...change, old_path: renamed.get(change.path) ?? null }))
}

async function compareFiles(
  read: (blobId: string) => Promise<Uint8Array>,
  changes: readonly Change[],
): Promise<{ files: FileDiff[]; truncated: boolean }> {
  const files: FileDiff[] = []
  const left = { steps: STEPS }
  let patched = 0
  let bytes = 0
  for (const { path, old_path, before, after } of changes) {
    if (old_path !== null) {
      files.push({ path, old_path, status: 'renamed', ...NOTHING, is_binary: false })
      continue
    }
    if (bytes > READ_BYTES) return { files, truncated: true }
    const [old, fresh] = [await bytesOf(read, before), await bytesOf(read, after)]
    bytes += old.length + fresh.length
    const texts = [textOf(old), textOf(fresh)]
    const [oldText, freshText] = texts
    const status = before === null ? 'added' : after === null ? 'deleted' : 'modified'
    if (typeof oldText !== 'string' || typeof freshText !== 'string') {
      files.push({ path, old_path, status, ...NOTHING, is_binary: true })
      continue
    }
    const { patch, ...counts } = compareLines(oldText, freshText, left)
    const length = Buffer.byteLength(patch ?? '')
    const fits = length <= MAX_PATCH_BYTES && patched + length <= MAX_DIFF_BYTES
    if (fits) patched += length
    files.push({ path, old_path, status, ...counts, is_binary: false, patch: fits ? patch : null })
  }
  return { files, truncated: false }
}

const NOTHING = { additions: 0, deletions: 0, patch: null }

async function bytesOf(
  read: (blobId: string) => Promise<Uint8Array>,
  blobId: string | null,
): Promise<Buffer> {
  return blobId === null ? Buffer.alloc(0) : Buffer.from(await read(blobId))
}
