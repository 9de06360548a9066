import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { FileDiff } from './pull-requests.ts'
import { Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** What the code of one app may have. */
export const MAX_SOURCE_FILE_BYTES = 1024 * 1024
export const MAX_SOURCE_FILES = 5_000
export const MAX_SOURCE_BYTES = 100 * 1024 * 1024
export const MAX_SOURCE_PATH_BYTES = 512
export const MAX_SOURCE_PATH_DEPTH = 32
/** How many commits one call looks at for those that changed a path. */
export const MAX_SOURCE_COMMITS_SEARCHED = 500

const Path = Type.String({
  minLength: 1,
  maxLength: MAX_SOURCE_PATH_BYTES,
  description:
    'Names with `/` between them, such as `src/pages/Home.jsx`; the slashes may be sent as they are',
})
const Size = Type.Integer({ description: 'In bytes' })
const Revision = Type.Integer({ description: 'Counts the changes of the app’s code, from 1' })
const CommitId = Type.String({ pattern: '^[0-9a-f]{40}$', minLength: 40, maxLength: 40 })
const Encoding = OneOf(['utf-8', 'base64'])

/** The revision that last changed the file, as it was read; 0: there must be no such file. */
const Expected = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const IfMatch = Type.String({
  maxLength: 64,
  description: 'The ETag of the file as it was read, or `*`: there must be one',
})

export const SourceFile = Type.Object(
  {
    path: Type.String(),
    size: Size,
    revision: Type.Integer({ description: 'The revision that last changed this file' }),
    commit_id: Type.String(),
    updated_date: Timestamp,
  },
  { $id: 'SourceFile' },
)

export const SourceCommit = Type.Object(
  {
    commit_id: Type.String(),
    revision: Revision,
    message: Type.String(),
    author_name: Type.String(),
    author_email: Type.String(),
    created_date: Timestamp,
  },
  { $id: 'SourceCommit' },
)

const SOURCE = '/api/apps/{app_id}/source'
const FilePath = Type.Object({ app_id: Id, path: Path })
const CHANGE = perMinute(600, 'caller+app', 'source.change')

const EXAMPLE = {
  path: 'src/pages/Home.jsx',
  size: 44,
  revision: 12,
  commit_id: '57de6003f9361ba633cb0b0111c1779ce03dda08',
  updated_date: '2026-11-15T09:30:00.000Z',
}

export const readSourceFile = operation({
  name: 'source.read_file',
  summary: 'Read a file of the app’s code, as it is or as it was after a commit',
  description: 'Text comes as `utf-8`, everything else as `base64`. The `ETag` is for `If-Match`.',
  method: 'GET',
  path: `${SOURCE}/files/{path}`,
  rest_param: 'path',
  credential: personal('read_only'),
  params: FilePath,
  query: Type.Object({ commit: Type.Optional(CommitId) }),
  answer: Type.Object({
    path: Type.String(),
    content: Type.String(),
    encoding: Encoding,
    size: Size,
    revision: Nullable(Type.Integer({ description: 'Null when a commit was asked for' })),
    commit_id: Type.String(),
  }),
  refuses: ['app_not_found', 'source_file_not_found', 'source_commit_not_found', 'source_unavailable'],
  example: {
    answer: {
      path: EXAMPLE.path,
      content: 'export default () => <main>Hello</main>\n',
      encoding: 'utf-8',
      size: EXAMPLE.size,
      revision: EXAMPLE.revision,
      commit_id: EXAMPLE.commit_id,
    },
  },
})

export const writeSourceFile = operation({
  name: 'source.write_file',
  summary: 'Write a file of the app’s code; one commit by the caller, none when nothing changes',
  method: 'PUT',
  path: `${SOURCE}/files/{path}`,
  rest_param: 'path',
  credential: personal('full_access'),
  limit: CHANGE,
  params: FilePath,
  headers: Type.Object({ 'if-match': Type.Optional(IfMatch) }),
  // A whole file in base64, or as text with many of its characters escaped.
  body_bytes: 2 * MAX_SOURCE_FILE_BYTES,
  body: Type.Object({
    content: Type.String(),
    encoding: Type.Optional(Encoding),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' })),
    revision: Type.Optional(Expected),
  }),
  answer: Type.Object({
    path: Type.String(),
    size: Size,
    revision: Revision,
    commit_id: Type.String(),
    changed: Type.Boolean({ description: 'False when the file was like this already' }),
  }),
  refuses: [
    'app_not_found',
    'editor_required',
    'source_changed',
    'source_path_taken',
    'source_limit_reached',
    'source_file_too_large',
    'source_unavailable',
  ],
  example: {
    body: { content: 'export default () => <main>Hello</main>\n', message: 'Say hello' },
    answer: {
      path: EXAMPLE.path,
      size: EXAMPLE.size,
      revision: EXAMPLE.revision,
      commit_id: EXAMPLE.commit_id,
      changed: true,
    },
  },
})

export const deleteSourceFile = operation({
  name: 'source.delete_file',
  summary: 'Delete a file of the app’s code; it stays in the history',
  method: 'DELETE',
  path: `${SOURCE}/files/{path}`,
  rest_param: 'path',
  credential: personal('full_access'),
  limit: CHANGE,
  params: FilePath,
  headers: Type.Object({ 'if-match': Type.Optional(IfMatch) }),
  query: Type.Object({
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
    revision: Type.Optional(Expected),
  }),
  answer: Type.Object({
    deleted: Type.Literal(true),
    path: Type.String(),
    revision: Revision,
    commit_id: Type.String(),
  }),
  refuses: [
    'app_not_found',
    'editor_required',
    'source_file_not_found',
    'source_changed',
    'source_unavailable',
  ],
  example: { answer: { deleted: true, path: EXAMPLE.path, revision: 13, commit_id: EXAMPLE.commit_id } },
})

export const readSourceTree = operation({
  name: 'source.tree',
  summary: 'List the files of the app’s code by path, with what they amount to',
  method: 'GET',
  path: `${SOURCE}/tree`,
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  query: Type.Object({
    under: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_SOURCE_PATH_BYTES, description: 'Only this folder' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 })),
    cursor: PageQuery.properties.cursor,
  }),
  answer: Type.Object({
    ...Page(SourceFile).properties,
    revision: Type.Integer({ description: '0 when there was never a file' }),
    commit_id: Nullable(Type.String()),
    files: Type.Integer(),
    bytes: Type.Integer(),
  }),
  refuses: ['app_not_found'],
  example: {
    answer: {
      items: [EXAMPLE],
      next_cursor: null,
      has_more: false,
      revision: EXAMPLE.revision,
      commit_id: EXAMPLE.commit_id,
      files: 1,
      bytes: EXAMPLE.size,
    },
  },
})

export const listSourceCommits = operation({
  name: 'source.commits',
  summary: 'List the changes of the app’s code, newest first, as far as they are kept',
  description: `With \`path\` one call looks at ${MAX_SOURCE_COMMITS_SEARCHED} commits at most: a page can hold fewer than its limit, or none, while \`has_more\` says that there are older ones.`,
  method: 'GET',
  path: `${SOURCE}/commits`,
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  query: Type.Object({
    ...PageQuery.properties,
    path: Type.Optional({
      ...Path,
      description: 'Only changes of this file, or of what is in this folder; also when it is gone',
    }),
  }),
  answer: Page(SourceCommit),
  refuses: ['app_not_found', 'source_unavailable'],
  example: {
    answer: {
      items: [
        {
          commit_id: EXAMPLE.commit_id,
          revision: EXAMPLE.revision,
          message: 'Say hello',
          author_name: 'Ada Byron',
          author_email: 'ada@example.com',
          created_date: EXAMPLE.updated_date,
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

export const readSourceCommit = operation({
  name: 'source.read_commit',
  summary: 'Read what one commit changed, file by file, compared with the one before it',
  description:
    'Patches of very long changes are left out, and so are files beyond 300 or beyond 16 MiB of content (`truncated`). A commit whose `parent_id` is null is the first, or the oldest that is kept: all its files count as added.',
  method: 'GET',
  path: `${SOURCE}/commits/{commit_id}`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller+app'),
  params: Type.Object({ app_id: Id, commit_id: CommitId }),
  answer: Type.Object({
    commit_id: Type.String(),
    parent_id: Nullable(Type.String()),
    message: Type.String(),
    author_name: Type.String(),
    author_email: Type.String(),
    created_date: Timestamp,
    files: Type.Array(FileDiff),
    truncated: Type.Boolean({ description: 'There are more files than are listed' }),
  }),
  refuses: ['app_not_found', 'source_commit_not_found', 'source_unavailable'],
  example: {
    answer: {
      commit_id: EXAMPLE.commit_id,
      parent_id: null,
      message: 'Say hello',
      author_name: 'Ada Byron',
      author_email: 'ada@example.com',
      created_date: EXAMPLE.updated_date,
      files: [
        {
          path: EXAMPLE.path,
          old_path: null,
          status: 'added',
          additions: 1,
          deletions: 0,
          is_binary: false,
          patch: '@@ -0,0 +1 @@\n+export default () => <main>Hello</main>\n',
        },
      ],
      truncated: false,
    },
  },
})
