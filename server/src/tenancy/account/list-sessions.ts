import type { Caller } from '../access/caller.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { describeAgent } from '../session/describe-agent.ts'
import { accountStore } from './account-store.ts'
import { signedIn } from './signed-in.ts'

export async function listSessions({ db, clock }: TenancyDeps, caller: Caller) {
  const rows = await accountStore(db).listSessions(signedIn(caller).id, clock.now())
  const items = rows.map(({ user_agent, last_used_at, ...row }) => ({
    ...row,
    device: describeAgent(user_agent),
    last_seen: last_used_at ?? row.created_date,
    is_this: row.id === caller.credential_id,
  }))
  return { items }
}
