import { Type } from 'typebox'
import { operation, orVisitor, perMinute, personal } from './operation.ts'
import { Both, Id, Nullable, Page, PageQuery, Timestamp } from './shared.ts'

const LOGS = '/api/app-logs/{app_id}'
const AppPath = Type.Object({ app_id: Id })
const PageName = Type.String({ minLength: 1, maxLength: 200 })

export const AppVisit = Type.Object(
  {
    id: Id,
    app_id: Id,
    page: Type.String(),
    user_id: Nullable(Type.String({ description: 'Null when nobody was signed in.' })),
    user_email: Nullable(Type.String()),
    visits: Type.Integer({ description: 'How often within the minute.' }),
    created_date: Timestamp,
  },
  { $id: 'AppVisit' },
)

export const visitApp = operation({
  name: 'app_logs.visit',
  summary: 'Tell that somebody looks at a page of the app',
  method: 'POST',
  path: `${LOGS}/log-user-in-app/{page}`,
  credential: orVisitor(personal('full_access')),
  limit: perMinute(120, 'caller+app'),
  params: Type.Object({ app_id: Id, page: PageName }),
  answer: Type.Object({ logged: Type.Literal(true) }),
  refuses: ['app_not_found'],
  example: { answer: { logged: true } },
})

export const listAppLogs = operation({
  name: 'app_logs.list',
  summary: 'List who looked at which page of an app, newest first; the last 90 days',
  method: 'GET',
  path: LOGS,
  credential: personal('read_only'),
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({
      page: Type.Optional(PageName),
      user_id: Type.Optional(Id),
      since: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
    }),
  ),
  answer: Page(AppVisit),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: {
      items: [
        {
          id: 'vis_06bcz0k3v4n8q1t5w7x9y2a3b4',
          app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
          page: 'Home',
          user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
          user_email: 'ada@example.com',
          visits: 2,
          created_date: '2026-11-15T09:30:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})

const Count = { visits: Type.Integer(), users: Type.Integer({ description: 'Different people, signed in.' }) }

export const readAppLogStats = operation({
  name: 'app_logs.stats',
  summary: 'Count visits and visitors of an app by day (UTC) and by page',
  method: 'GET',
  path: `${LOGS}/stats`,
  credential: personal('read_only'),
  params: AppPath,
  query: Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'Today included' }),
    ),
  }),
  answer: Type.Object({
    ...Count,
    days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...Count })),
    pages: Type.Array(Type.Object({ page: Type.String(), ...Count }), {
      description: 'The 100 with the most visits.',
    }),
  }),
  refuses: ['query_too_slow', 'app_not_found', 'editor_required'],
  example: {
    answer: {
      visits: 3,
      users: 2,
      days: [{ date: '2026-11-15', visits: 3, users: 2 }],
      pages: [{ page: 'Home', visits: 3, users: 2 }],
    },
  },
})
