import { type Static, Type } from 'typebox'
import { operation, Passed, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf, Timestamp } from './shared.ts'

/** What is copied to work on it: its newest commit, unpacked. */
export const MAX_REPOSITORY_BYTES = 200 * 2 ** 20
export const MAX_REPOSITORY_FILES = 20_000
/** Of one push over HTTP. */
export const MAX_PUSH_BYTES = 100 * 2 ** 20
/** Of one local repository, packed; a larger one takes no pushes. */
export const MAX_LOCAL_REPOSITORY_BYTES = 2 ** 30
/** Repositories of one workspace that are kept here. */
export const MAX_LOCAL_REPOSITORIES = 100

export const IMPORTED = '/api/apps/{app_id}/imported' as const
export const AppPath = Type.Object({ app_id: Id })
export const REPOSITORY_PATTERN = '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$'

export const ForgeProvider = OneOf(['local', 'github', 'gitlab', 'gitea'], {
  description: '`local` repositories are kept by this server; `gitea` is also for Forgejo',
})
export type ForgeProvider = Static<typeof ForgeProvider>
export const RepositoryName = Type.String({
  minLength: 3,
  maxLength: 201,
  pattern: REPOSITORY_PATTERN,
  description: 'Owner and name, with a slash between',
})
/** git refuses more names than these; they are refused where they are used. */
export const BranchName = Type.String({ minLength: 1, maxLength: 255 })
export const AccessToken = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Stored encrypted, never shown again',
})

export const Repository = Type.Object(
  {
    provider: ForgeProvider,
    full_name: RepositoryName,
    base_branch: BranchName,
    base_url: Nullable(Type.String({ description: 'The forge’s own address; null for the public one' })),
    has_access_token: Type.Boolean(),
    web_url: Nullable(Type.String({ description: 'Where people look at it' })),
    clone_url: Type.String({ description: 'For git; a local one takes a personal access token as password' }),
    connected_by: Nullable(Type.String({ description: 'The email of the person' })),
    connected_date: Timestamp,
    synced_commit: Nullable(
      Type.String({ description: 'Where the code of the app was last pushed to or pulled from' }),
    ),
    synced_date: Nullable(Timestamp),
  },
  { $id: 'Repository' },
)
export type Repository = Static<typeof Repository>

const EXAMPLE: Repository = {
  provider: 'local',
  full_name: 'acme/shop',
  base_branch: 'main',
  base_url: null,
  has_access_token: false,
  web_url: null,
  clone_url: 'http://127.0.0.1:8787/git/wsp_06bcz0k3v4n8q1t5w7x9y2a3b4/acme/shop.git',
  connected_by: 'ada@example.com',
  connected_date: '2026-11-17T09:30:00.000Z',
  synced_commit: null,
  synced_date: null,
}

const CHANGE = perMinute(30, 'caller', 'repository')
const FORGE_REFUSALS = [
  'app_not_found',
  'editor_required',
  'repository_not_found',
  'repository_access_denied',
  'forge_unavailable',
  'git_unavailable',
] as const

export const connectRepository = operation({
  name: 'repository.connect',
  summary: 'Connect an app to a git repository',
  description:
    'A `local` one is made when there is none of that name. Elsewhere the access token must be able to push and to open pull requests; without one, that of the installation is used.',
  method: 'PUT',
  path: `${IMPORTED}/repository`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  body: Type.Object({
    provider: Type.Optional(ForgeProvider),
    full_name: RepositoryName,
    base_branch: Type.Optional(BranchName),
    base_url: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 2_048 }))),
    access_token: Type.Optional(Nullable(AccessToken)),
  }),
  answer: Repository,
  refuses: [
    ...FORGE_REFUSALS,
    'invalid_repository_address',
    'base_branch_not_found',
    'repository_in_use',
    'repository_limit_reached',
  ],
  example: { body: { provider: 'local', full_name: 'acme/shop', base_branch: 'main' }, answer: EXAMPLE },
})

export const readRepository = operation({
  name: 'repository.read',
  summary: 'Read which repository an app is connected to',
  method: 'GET',
  path: `${IMPORTED}/repository`,
  credential: personal('read_only'),
  limit: perMinute(120, 'caller'),
  params: AppPath,
  answer: Type.Object({ repository: Nullable(Repository) }),
  refuses: ['app_not_found'],
  example: { answer: { repository: EXAMPLE } },
})

export const disconnectRepository = operation({
  name: 'repository.disconnect',
  summary: 'Disconnect an app from its repository; the repository stays as it is',
  method: 'DELETE',
  path: `${IMPORTED}/repository`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  answer: Type.Object({ disconnected: Type.Boolean() }),
  refuses: ['app_not_found', 'editor_required', 'repository_in_use'],
  example: { answer: { disconnected: true } },
})

export const importRepository = operation({
  name: 'repository.import',
  summary: 'Copy a repository from elsewhere into a local one, and connect the app to it',
  method: 'POST',
  path: `${IMPORTED}/repository/import`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(6, 'caller'),
  params: AppPath,
  body: Type.Object({
    clone_url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'The https address that git clones from',
    }),
    full_name: RepositoryName,
    access_token: Type.Optional(Nullable(AccessToken)),
  }),
  answer: Repository,
  refuses: [
    ...FORGE_REFUSALS,
    'invalid_repository_address',
    'repository_exists',
    'repository_too_large',
    'repository_in_use',
    'repository_limit_reached',
  ],
  example: {
    body: { clone_url: 'https://git.example.com/acme/shop.git', full_name: 'acme/shop' },
    answer: EXAMPLE,
  },
})

const Synced = Type.Object(
  {
    commit: Type.String(),
    branch: BranchName,
    files: Type.Integer({ description: 'How many were changed' }),
    skipped: Type.Array(
      Type.Object({ path: Type.String(), reason: OneOf(['too_large', 'not_a_file', 'bad_name']) }),
      { description: 'At most 100 of those that could not be brought over' },
    ),
  },
  { $id: 'SyncedSource' },
)
const EXAMPLE_SYNC = {
  commit: '1f0c7f3a1b7a4d5d8f2b3c4d5e6f708192a3b4c5',
  branch: 'main',
  files: 12,
  skipped: [],
}

export const pushSource = operation({
  name: 'repository.push_source',
  summary: 'Push the app’s own code to its repository as one commit',
  description:
    'Refused where the branch has commits that were not pulled, unless `force` replaces its files.',
  method: 'POST',
  path: `${IMPORTED}/repository/push`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(10, 'caller'),
  params: AppPath,
  body: Type.Object({
    branch: Type.Optional(BranchName),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    force: Type.Optional(Type.Boolean()),
  }),
  answer: Synced,
  refuses: [
    ...FORGE_REFUSALS,
    'repository_not_connected',
    'nothing_to_push',
    'branch_moved',
    'repository_too_large',
    'source_unavailable',
  ],
  example: { body: { message: 'Bring the shop over' }, answer: EXAMPLE_SYNC },
})

export const pullSource = operation({
  name: 'repository.pull_source',
  summary: 'Replace the app’s own code with the files of its repository',
  method: 'POST',
  path: `${IMPORTED}/repository/pull`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(10, 'caller'),
  params: AppPath,
  body: Type.Object({ ref: Type.Optional(BranchName) }),
  answer: Synced,
  refuses: [
    ...FORGE_REFUSALS,
    'repository_not_connected',
    'base_branch_not_found',
    'repository_too_large',
    'source_limit_reached',
    'source_unavailable',
  ],
  example: { body: {}, answer: EXAMPLE_SYNC },
})

export const serveGit = operation({
  name: 'git.serve',
  summary: 'Clone, fetch and push a local repository with git',
  description:
    'The smart HTTP protocol, at `/git/{workspace_id}/{owner}/{name}.git`. A personal access token is the password, under any user name.',
  method: 'POST',
  path: '/git/{path}',
  rest_param: 'path',
  passes_through: true,
  credential: { ...personal('read_only'), basic: true },
  limit: perMinute(300, 'caller'),
  params: Type.Object({ path: Type.String({ maxLength: 512 }) }),
  body_bytes: MAX_PUSH_BYTES,
  answer: Passed,
  answer_type: '*/*',
  refuses: [
    'repository_not_found',
    'editor_required',
    'read_only_credential_route_not_allowed',
    'git_unavailable',
  ],
})
