import type { InputOf, operations } from '@atrium/contract'
import { MAX_SOURCE_FILE_BYTES } from '@atrium/contract/source'
import { invalid, refuse } from '../../platform/errors.ts'
import { bytesOf, NOT_BASE64 } from '../../platform/files/file-content.ts'
import type { AnswerHeaders } from '../../platform/http/visitor.ts'
import type { Caller } from '../../tenancy/index.ts'
import { changeSource } from './change-source.ts'
import type { Deps } from './deps.ts'
import { etagOf, revisionNamed } from './expected-revision.ts'
import { requirePath } from './path-rules.ts'

export async function writeSourceFile(
  deps: Deps,
  caller: Caller,
  { params, body, headers: sent }: InputOf<typeof operations.source.write_file>,
  headers: AnswerHeaders,
) {
  const { path } = params
  requirePath(path)
  revisionNamed(sent['if-match'])
  const bytes = bytesOf(body.content, body.encoding ?? 'utf-8')
  if (!bytes) throw invalid(['body', 'content'], 'base64', NOT_BASE64)
  if (bytes.length > MAX_SOURCE_FILE_BYTES) throw refuse('source_file_too_large')
  const app = await deps.access.app(caller, params.app_id, 'editor')
  const message = body.message ?? `Write ${path}`
  const expected = { ...sent, revision: body.revision }
  const { revision, commit_id, changed } = await changeSource(deps, {
    ...{ app, caller, path, bytes, message, expected },
  })
  headers.set('ETag', etagOf(revision))
  return { path, size: bytes.length, revision, commit_id, changed }
}
