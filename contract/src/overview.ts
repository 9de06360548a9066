/** The figures of a workspace and of an app on one page: by day, next to those of the days before. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, WorkspaceQuery } from './shared.ts'

/** How many apps of a workspace are counted together. */
export const MOST_COUNTED_APPS = 500

const AppPath = Type.Object({ app_id: Id })
const Days = Type.Integer({ minimum: 1, maximum: 30, default: 14, description: 'Today included' })
const Day = Type.String({ format: 'date' })

const Figure = Type.Object({
  value: Nullable(Type.Number({ description: 'Null when it could not be counted at this moment.' })),
  previous: Nullable(
    Type.Number({ description: 'Of as many days before; null when not all of them are kept.' }),
  ),
  by_day: Type.Array(Nullable(Type.Number()), {
    description: 'One for each of `dates`; null where it is not kept any more.',
  }),
})

const Figures = Type.Object(
  {
    visits: Type.Optional(Figure),
    active_users: Type.Optional(Figure),
    new_users: Type.Optional(Figure),
    failed_calls: Type.Optional(Figure),
    failed_runs: Type.Optional(Figure),
    deliveries_succeeded: Type.Optional(Figure),
    deliveries_failed: Type.Optional(Figure),
    ad_spend: Type.Optional(
      Type.Object({
        ...Figure.properties,
        currency_code: Nullable(Type.String({ description: 'Null without an ad account.' })),
        is_sandbox: Type.Boolean({ description: 'This server plays the ad platform: no money was spent.' }),
      }),
    ),
    credits_used: Type.Optional(Figure),
  },
  {
    description:
      'What your role may not see is absent. `failed_calls` are calls of functions that ended with 500 or more, kept for 7 days; `failed_runs` are runs of workflows; `active_users` are different people, signed in; `ad_spend` is in millionths of the currency, for days of the ad account; where accounts have several currencies it is of the one with the most spend.',
  },
)

const overviewFields = {
  dates: Type.Array(Day, { description: 'Days in UTC, oldest first; the last is today and not over yet.' }),
  figures: Figures,
}

export const AppOverview = Type.Object(overviewFields, { $id: 'AppOverview' })
export const WorkspaceOverview = Type.Object(
  {
    ...overviewFields,
    apps_counted: Type.Integer(),
    is_partial: Type.Boolean({
      description: `There are more than ${MOST_COUNTED_APPS} apps; those changed last are counted.`,
    }),
  },
  { $id: 'WorkspaceOverview' },
)

const EXAMPLE = {
  dates: ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15'],
  figures: {
    visits: { value: 42, previous: 35, by_day: [4, 6, 8, 7, 9, 5, 3] },
    failed_runs: { value: 1, previous: 0, by_day: [0, 0, 0, 1, 0, 0, 0] },
  },
}

const LIMIT = perMinute(60, 'caller', 'overview')

export const readAppOverview = operation({
  name: 'apps.overview',
  summary: 'Read the figures of an app by day, next to those of the days before',
  method: 'GET',
  path: '/api/apps/{app_id}/overview',
  credential: personal('read_only'),
  limit: LIMIT,
  params: AppPath,
  query: Type.Object({ days: Type.Optional(Days) }),
  answer: AppOverview,
  refuses: ['app_not_found'],
  example: { answer: EXAMPLE },
})

export const readWorkspaceOverview = operation({
  name: 'workspaces.overview',
  summary: 'Read the figures of all apps of a workspace together, by day',
  description:
    'Of the apps that you can open; each figure of those of them where your role lets you see it. A token limited to some apps counts only those.',
  method: 'GET',
  path: '/api/workspace/overview',
  credential: personal('read_only'),
  limit: LIMIT,
  query: Type.Object({ ...WorkspaceQuery.properties, days: Type.Optional(Days) }),
  answer: WorkspaceOverview,
  refuses: ['workspace_not_found'],
  example: { answer: { ...EXAMPLE, apps_counted: 3, is_partial: false } },
})
