import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { Nullable, OneOf, Timestamp, WorkspaceQuery } from './shared.ts'

export const INSTALLATION_CHECKS = [
  'database_version',
  'database_clock',
  'nodes',
  'jobs_waiting',
  'jobs_failed',
  'backups',
  'backups_verified',
  'disk',
  'mail',
  'address',
] as const

export const InstallationCheck = Type.Object({
  check: OneOf(INSTALLATION_CHECKS),
  status: OneOf(['passed', 'warning', 'failed']),
  finding: Type.String(),
  advice: Nullable(Type.String({ description: 'What an operator can do; null where nothing is wrong' })),
})

export const Installation = Type.Object(
  {
    version: Type.String(),
    nodes: Type.Integer({ description: 'Processes of the server that are connected to the database' }),
    database: Type.Object({
      kind: OneOf(['embedded', 'own'], { description: 'Run by Atrium, or named by `DATABASE_URL`' }),
      version: Type.String(),
      size_below_gib: Type.Integer({ description: 'It takes less than this many GiB: 1, 2, 4, 8, …' }),
    }),
    jobs: Type.Array(
      Type.Object({
        kind: Type.String(),
        waiting: Type.Integer(),
        active: Type.Integer(),
        failed: Type.Integer(),
        due_since: Nullable(
          Type.String({
            format: 'date-time',
            description: 'When the oldest that could run by now was to run',
          }),
        ),
      }),
      { description: 'Background work of the whole installation, by kind; kinds without any are left out' },
    ),
    backups: Type.Object({
      is_on: Type.Boolean({ description: 'Whether the server takes them by itself' }),
      completed_at: Nullable(Timestamp),
      verified_at: Nullable(Timestamp),
    }),
    checks: Type.Array(InstallationCheck, {
      description: 'In the order of `check`; those that do not apply are left out',
    }),
    checked_at: Timestamp,
    is_admin: Type.Boolean({
      description: 'You administer the installation and can change its workspaces; false for tokens and keys',
    }),
  },
  { $id: 'Installation' },
)

export const readInstallation = operation({
  name: 'installation.read',
  summary: 'Read how this installation is doing: version, nodes, database, jobs, backups and checks',
  description:
    'For owners and admins. Counts are of the whole installation; nothing names another workspace, a path, a host or a ' +
    'secret. An answer may be some seconds old.',
  method: 'GET',
  path: '/api/workspace/installation',
  credential: personal('read_only'),
  query: WorkspaceQuery,
  answer: Installation,
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    answer: {
      version: '0.1.0',
      nodes: 1,
      database: { kind: 'embedded', version: '18.4', size_below_gib: 1 },
      jobs: [
        {
          kind: 'tenancy.deliver_mail',
          waiting: 2,
          active: 0,
          failed: 1,
          due_since: '2026-11-15T09:29:58.000Z',
        },
      ],
      backups: { is_on: true, completed_at: '2026-11-15T02:41:09.000Z', verified_at: null },
      checks: [
        { check: 'database_version', status: 'passed', finding: 'PostgreSQL 18.4.', advice: null },
        {
          check: 'jobs_failed',
          status: 'warning',
          finding: '1 job failed for good.',
          advice: 'The log of the server says why, under the name of the job.',
        },
      ],
      checked_at: '2026-11-15T09:30:00.000Z',
      is_admin: false,
    },
  },
})
