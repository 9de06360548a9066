import type { InputOf, operations } from '@atrium/contract'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { versionStore } from './version-store.ts'

export async function readAgentVersion(
  { db, access }: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.agents.read_version>,
) {
  const { id } = await access.agent(caller, params.agent_id, 'viewer')
  const version = await versionStore(db).find(id, params.version)
  if (!version) throw refuse('agent_version_not_found')
  return version
}
