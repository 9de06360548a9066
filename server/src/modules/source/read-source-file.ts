import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { contentOf } from '../../platform/files/file-content.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { etagOf } from './expected-revision.ts'
import { requirePath } from './path-rules.ts'
import { sourceStore } from './store.ts'
import { reachable } from './unreachable.ts'

export async function readSourceFile(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.source.read_file>,
  headers: AnswerHeaders,
) {
  const { path } = params
  requirePath(path)
  const app = await deps.access.app(caller, params.app_id, 'viewer')
  const found = await (query.commit === undefined
    ? findNow(deps, app.id, path)
    : findThen(deps, app.id, path, query.commit))
  if (!found) throw refuse('source_file_not_found')
  const { blob_id, revision, commit_id } = found
  const bytes = await reachable(() => deps.sourceStorage.readBlob(app.id, blob_id))
  if (revision !== null) headers.set('ETag', etagOf(revision))
  return { path, ...contentOf(Buffer.from(bytes)), size: bytes.length, revision, commit_id }
}

const findNow = ({ db }: Deps, appId: string, path: string) => sourceStore(db).findFile(appId, path)

async function findThen({ sourceStorage }: Deps, appId: string, path: string, commit_id: string) {
  const blob_id = await reachable(
    () => sourceStorage.findBlob(appId, commit_id, path),
    'source_commit_not_found',
  )
  return blob_id === null ? undefined : { blob_id, revision: null, commit_id }
}
