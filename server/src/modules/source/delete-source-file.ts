import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../tenancy/index.ts'
import { changeSource } from './change-source.ts'
import type { Deps } from './deps.ts'
import { revisionNamed } from './expected-revision.ts'
import { requirePath } from './path-rules.ts'

export async function deleteSourceFile(
  deps: Deps,
  caller: Caller,
  { params, query, headers }: InputOf<typeof operations.source.delete_file>,
) {
  const { path } = params
  requirePath(path)
  revisionNamed(headers['if-match'])
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const message = query.message ?? `Delete ${path}`
  const expected = { ...headers, revision: query.revision }
  const { revision, commit_id } = await changeSource(deps, {
    ...{ app, caller, path, bytes: null, message, expected },
  })
  return { deleted: true as const, path, revision, commit_id }
}
