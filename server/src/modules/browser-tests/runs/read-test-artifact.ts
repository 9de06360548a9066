import type { InputOf, OutgoingBytes, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import { UNTRUSTED_POLICY } from '../../../platform/http/security-policy.ts'
import type { AnswerHeaders } from '../../../platform/http/visitor.ts'
import { FileMissing, StorageUnavailable } from '../../../ports/file-storage/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { ArtifactRow } from '../tables.ts'
import { artifactStore } from './artifact-store.ts'
import { testRunStore } from './test-run-store.ts'

const HOUR_SECONDS = 3_600

/** What a page showed is not ours: it must not run with the rights of the console, whose origin it shares. */
export async function readTestArtifact(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.test_runs.read_artifact>,
  headers: AnswerHeaders,
): Promise<OutgoingBytes> {
  const { app_id, execution_id, artifact_id } = params
  const app = await deps.access.app(caller, app_id, 'viewer')
  // Not by way of the run, which is large: a page shows many pictures of it at once.
  const artifact = await artifactStore(deps.db).find(app.id, execution_id, artifact_id)
  if (!artifact) {
    const run = await testRunStore(deps.db).find(app.id, execution_id)
    throw refuse(run ? 'test_artifact_not_found' : 'test_run_not_found')
  }
  // Bytes may be gone although their row is not yet; once the answer has begun, it is too late to say so.
  const size = await fromStorage(() => deps.fileStorage.size(artifact.storage_key))
  if (size === null) throw refuse('test_artifact_not_found')
  describe(artifact, size, headers)
  return { bytes: deps.fileStorage.read(artifact.storage_key) }
}

const ENDINGS: Record<ArtifactRow['kind'], string> = { screenshot: 'jpg', snapshot: 'txt', trace: 'zip' }

function describe({ id, kind, content_type }: ArtifactRow, size: number, headers: AnswerHeaders): void {
  const isText = content_type.startsWith('text/')
  headers.set('Content-Type', isText ? `${content_type}; charset=utf-8` : content_type)
  headers.set('Content-Length', String(size))
  const place = kind === 'trace' ? 'attachment' : 'inline'
  headers.set('Content-Disposition', `${place}; filename="${id}.${ENDINGS[kind]}"`)
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', UNTRUSTED_POLICY)
  headers.set('Cache-Control', `private, max-age=${HOUR_SECONDS}, immutable`)
}

/** What the storage cannot do, in the words of the contract. */
async function fromStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageUnavailable) throw refuse('file_storage_unavailable', { cause: error })
    if (error instanceof FileMissing) throw refuse('test_artifact_not_found', { cause: error })
    throw error
  }
}
