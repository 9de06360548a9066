/** Saved ways to look at the records of an entity: filter, order and columns under a name. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Filter, Sort } from './record.ts'
import { Id, Nullable } from './shared.ts'

/** Of one person, for one entity. */
export const MAX_RECORD_VIEWS = 50

export const RecordViewName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
export const ViewEntityName = Type.String({ minLength: 1, maxLength: 64, pattern: '^\\w+$' })
export const RecordViewColumns = Type.Array(
  Type.Object({
    field: Type.String({ minLength: 1, maxLength: 128 }),
    width: Type.Optional(
      Type.Number({ minimum: 4, maximum: 60, description: 'In rem; its own when left out' }),
    ),
    hidden: Type.Optional(Type.Boolean()),
    pinned: Type.Optional(Type.Boolean({ description: 'It stays in sight while the others scroll' })),
  }),
  {
    maxItems: 300,
    description: 'In the order that is shown; fields that it does not name follow the schema',
  },
)

export const RecordView = Type.Object(
  {
    id: Id,
    entity_name: ViewEntityName,
    name: RecordViewName,
    is_shared: Type.Boolean({ description: 'Whether all who can edit the app see it, or its owner alone' }),
    owner_id: Id,
    q: Nullable(Filter),
    sort: Nullable(Sort),
    columns: RecordViewColumns,
    created_date: Type.String(),
    updated_date: Type.String(),
  },
  { $id: 'RecordView' },
)

const AppPath = Type.Object({ app_id: Id })
const ViewPath = Type.Object({ app_id: Id, view_id: Id })
const VIEWS = '/api/apps/{app_id}/record-views'
const CHANGE = perMinute(60, 'pool', 'record_views.change')

const looks = {
  is_shared: Type.Optional(Type.Boolean()),
  q: Type.Optional(Nullable(Filter)),
  sort: Type.Optional(Nullable(Sort)),
  columns: Type.Optional(RecordViewColumns),
}

const EXAMPLE = {
  id: 'rvw_06bcz0k3v4n8q1t5w7x9y2a3b4',
  entity_name: 'Task',
  name: 'Due soon',
  is_shared: true,
  owner_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  q: '{"status": "open"}',
  sort: 'due,-created_date',
  columns: [{ field: 'title', width: 20, pinned: true }, { field: 'due' }],
  created_date: '2026-11-02T09:30:00.000Z',
  updated_date: '2026-11-02T09:30:00.000Z',
}

export const listRecordViews = operation({
  name: 'record_views.list',
  summary: 'List the views of an entity: your own, and those that are shared with the editors of the app',
  method: 'GET',
  path: VIEWS,
  credential: personal('read_only'),
  params: AppPath,
  query: Type.Object({ entity_name: ViewEntityName }),
  answer: Type.Object({ items: Type.Array(RecordView) }),
  refuses: ['app_not_found', 'editor_required'],
  example: { query: { entity_name: 'Task' }, answer: { items: [EXAMPLE] } },
})

export const createRecordView = operation({
  name: 'record_views.create',
  summary: 'Save a view of the records of an entity',
  description:
    'A view is what the console shows: it changes no record and grants nothing. Filter and order are read when the ' +
    'view is opened, by the rules of the one who opens it.',
  method: 'POST',
  path: VIEWS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  body: Type.Object({ entity_name: ViewEntityName, name: RecordViewName, ...looks }),
  status: 201,
  answer: RecordView,
  refuses: ['app_not_found', 'editor_required', 'entity_not_found', 'record_view_limit_reached'],
  example: { body: { entity_name: 'Task', name: 'Due soon', q: '{"status": "open"}' }, answer: EXAMPLE },
})

export const updateRecordView = operation({
  name: 'record_views.update',
  summary: 'Change a view; send only the fields to change',
  description: 'Editors of the app change shared views together; only the owner makes one private again.',
  method: 'PATCH',
  path: `${VIEWS}/{view_id}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: ViewPath,
  body: Type.Object({ name: Type.Optional(RecordViewName), ...looks }),
  answer: RecordView,
  refuses: ['app_not_found', 'editor_required', 'record_view_not_found', 'record_view_of_other'],
  example: { body: { name: 'Due soon' }, answer: EXAMPLE },
})

export const deleteRecordView = operation({
  name: 'record_views.delete',
  summary: 'Delete a view of your own, or a shared one',
  method: 'DELETE',
  path: `${VIEWS}/{view_id}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: ViewPath,
  answer: Type.Object({ deleted: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'record_view_not_found'],
  example: { answer: { deleted: true } },
})
