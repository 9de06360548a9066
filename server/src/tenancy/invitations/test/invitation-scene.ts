/** Invitations into a workspace that is new in each test, all to the same address. */
import { beforeEach } from 'vitest'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

export const EMAIL = 'grace@example.com'

export function useInvitations() {
  const app = useApp({ rate_limits: 'off' })
  const { stranger } = useTeam(app)
  const { owner, admin, editor } = useTeam(app, beforeEach)
  return {
    ...{ app, owner, admin, editor, stranger },
    elsewhere: () => ({ query: { workspaceId: stranger.workspace_id } }),
    invite: (who: Person, email = EMAIL, role: 'admin' | 'editor' | 'viewer' | 'guest' = 'editor') =>
      app.as(who).invitations.create({ email, role }),
    /** As the list of members shows it. */
    async listed(email = EMAIL) {
      const { members } = await app.as(owner).members.list({ search: email })
      return members[0]
    },
    preview: (token: string) => app.anonymous.invitations.preview({ invitation_token: token }),
    /** Makes it so many days old. */
    age: (days: number) =>
      app.sql`update members set created_date = ${new Date(app.clock.now().getTime() - days * 86_400_000)}
        where workspace_id = ${owner.workspace_id} and email = ${EMAIL}`,
  }
}
