import type { InputOf, operations } from '@atrium/contract'
import { administeredWorkspace, type Caller, isInstallationAdmin } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { checksOf, sizeBelowGib } from './installation-rules.ts'

/** Every admin of a workspace may know how the installation does that they share; nothing here says who else does. */
export async function readInstallation(
  { db, access, installationFacts }: Deps,
  caller: Caller,
  { query }: InputOf<typeof operations.installation.read>,
) {
  await administeredWorkspace(access, caller, query.workspaceId)
  const facts = await installationFacts()
  const { version, is_embedded, database, jobs, backups, checked_at } = facts
  return {
    version,
    nodes: database.nodes,
    database: {
      kind: is_embedded ? ('embedded' as const) : ('own' as const),
      version: database.version,
      size_below_gib: sizeBelowGib(database.bytes),
    },
    jobs: jobs
      .filter(({ waiting, active, failed }) => waiting + active + failed > 0)
      .map(({ name: kind, due_since, ...counts }) => ({
        kind,
        ...counts,
        due_since: due_since?.toISOString() ?? null,
      })),
    backups: {
      is_on: backups.is_on,
      completed_at: backups.completed_at?.toISOString() ?? null,
      verified_at: backups.verified_at?.toISOString() ?? null,
    },
    checks: checksOf(facts),
    checked_at: checked_at.toISOString(),
    is_admin: await isInstallationAdmin(db, caller),
  }
}
