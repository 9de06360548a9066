import { Type } from 'typebox'
import { Bytes, operation, personal } from './operation.ts'
import { Id, NameQuery, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** What a single file may have. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

export const StoredFile = Type.Object(
  {
    id: Id,
    app_id: Id,
    visibility: OneOf(['public', 'private']),
    name: Type.String(),
    content_type: Type.String(),
    size: Type.Integer(),
    file_url: Nullable(Type.String({ description: 'Of a public file: who has it can read the file.' })),
    file_uri: Nullable(Type.String({ description: 'Of a private file: make a signed address from it.' })),
    created_by: Nullable(Type.String({ description: 'Null when nobody was signed in.' })),
    created_date: Timestamp,
  },
  { $id: 'StoredFile' },
)

const EXAMPLE = {
  id: 'file_06bcz0k3v4n8q1t5w7x9y2a3b4',
  app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
  visibility: 'public',
  name: 'logo.png',
  content_type: 'image/png',
  size: 48213,
  file_url: 'https://atrium.example.com/files/app_06bcz0k3v4n8q1t5w7x9y2a3b4/5T0aJ8wqTqk2m1cB9xVw7g/logo.png',
  file_uri: null,
  created_by: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  created_date: '2026-11-15T09:30:00.000Z',
}

const FILES = '/api/apps/{app_id}/files'

export const listFiles = operation({
  name: 'files.list',
  summary: 'List the files of an app, newest first',
  method: 'GET',
  path: FILES,
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  query: Type.Object({
    ...PageQuery.properties,
    ...NameQuery.properties,
    visibility: Type.Optional(OneOf(['public', 'private'])),
  }),
  answer: Page(StoredFile),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { items: [EXAMPLE], next_cursor: null, has_more: false } },
})

export const deleteFile = operation({
  name: 'files.delete',
  summary: 'Delete a file of an app',
  method: 'DELETE',
  path: `${FILES}/{file_id}`,
  credential: personal('full_access'),
  params: Type.Object({ app_id: Id, file_id: Id }),
  answer: Type.Object({ deleted: Type.Literal(true), id: Id }),
  refuses: ['app_not_found', 'editor_required', 'file_not_found'],
  example: { answer: { deleted: true, id: EXAMPLE.id } },
})

export const downloadFile = operation({
  name: 'files.download',
  summary: 'Read a public file by its address, or a private one by a signed address',
  description:
    'Takes `Range` and `If-None-Match`. All files come in a sandbox, and what could run in a browser as an attachment; where files have an origin of their own (`FILES_URL`), other hosts answer with a redirect to it.',
  method: 'GET',
  path: '/files/{app_id}/{key}/{name}',
  credential: null,
  params: Type.Object({ app_id: Id, key: Id, name: Type.String({ minLength: 1, maxLength: 1024 }) }),
  query: Type.Object({
    expires: Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999_999 })),
    signature: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  headers: Type.Object({
    range: Type.Optional(Type.String()),
    'if-range': Type.Optional(Type.String()),
    'if-none-match': Type.Optional(Type.String()),
  }),
  answer: Bytes,
  answer_type: 'application/octet-stream',
  refuses: ['file_link_expired', 'file_not_found', 'range_not_satisfiable', 'file_storage_unavailable'],
})
