import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { Both, Nullable, OneOf, Page, PageQuery, Timestamp, WorkspaceQuery } from './shared.ts'

const STATUSES = ['running', 'completed', 'failed'] as const

export const Backup = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(['copy', 'dump'], { description: 'Files of the database, or what pg_dump wrote' }),
    status: OneOf(STATUSES),
    started_at: Timestamp,
    completed_at: Nullable(Timestamp),
    bytes: Nullable(Type.Integer()),
    error: Nullable(Type.String()),
    left_out: Type.Integer({
      description: 'Paths that could not be read and are not in the backup; above 0 it is incomplete',
    }),
    verified_at: Nullable(Timestamp),
    verification: Nullable(OneOf(['passed', 'failed'])),
    point_in_time_from: Nullable(Timestamp),
    point_in_time_to: Nullable(Timestamp),
  },
  { $id: 'Backup' },
)

export const listBackups = operation({
  name: 'backups.list',
  summary: 'List the backups of this installation, newest first',
  description: 'Operators take, verify and restore them with `atrium backup` and `atrium restore`.',
  method: 'GET',
  path: '/api/workspace/backups',
  credential: personal('read_only'),
  query: Both(
    WorkspaceQuery,
    Type.Object({
      ...PageQuery.properties,
      status: Type.Optional(
        OneOf(STATUSES, { description: 'Only those of this status; one that was interrupted has failed' }),
      ),
    }),
  ),
  answer: Page(Backup),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    answer: {
      items: [
        {
          id: '2026-11-15T02-41-00Z-3f2a9c',
          kind: 'copy',
          status: 'completed',
          started_at: '2026-11-15T02:41:00.000Z',
          completed_at: '2026-11-15T02:41:09.000Z',
          bytes: 61865984,
          error: null,
          left_out: 0,
          verified_at: null,
          verification: null,
          point_in_time_from: '2026-11-15T02:41:09.000Z',
          point_in_time_to: '2026-11-15T09:30:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
