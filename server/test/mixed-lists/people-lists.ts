/** Lists of members and of people to invite. */
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

/** The caller is an admin: an owner is refused as owner and never as the caller. */
interface Team {
  id: string
  owner: Person
  admin: Person
  client: ReturnType<SharedApp['as']>
}

export function peopleLists(app: SharedApp): MixedList[] {
  const team = async (fields: Parameters<SharedApp['make']['workspace']>[0] = {}): Promise<Team> => {
    const { id } = await app.make.workspace({ monthly_limit: 1_000, ...fields })
    const owner = await app.make.person('owner', { id })
    const admin = await app.make.person('admin', { id })
    return { id, owner, admin, client: app.as(admin) }
  }
  const joined = async (of: Team, role: 'editor' | 'viewer' = 'editor') =>
    (await app.make.person(role, of)).email
  const invited = async (of: Team, role: 'editor' | 'admin' = 'editor') => {
    const email = newEmail()
    await of.client.invitations.create({ email, role })
    return email
  }
  let emails = 0
  const newEmail = () => `person-${++emails}@example.com`
  const four = (one: () => Promise<string>) => Promise.all([one(), one(), one(), one()])

  const membersOf = async ({ client }: Team) => (await client.members.list({ page_size: 100 })).members
  const accessOf = async (of: Team) =>
    (await membersOf(of)).map(({ email, role, credit_limit }) => ({ email, role, credit_limit }))
  const mailsOf = async ({ client }: Team) =>
    (await client.mail.list({ limit: 100 })).items.map(({ to }) => `a mail to ${to}`)

  const domains = mixed<string>({
    list: 'workspace_openid.set body.domains',
    why: 'one that is none',
    refusal: (index) => invalidAt('body', 'domains', index),
    async arrange() {
      const of = await team()
      const provider = { name: 'Engines', issuer: 'https://id.example.com', client_id: 'atrium' }
      const settings = { joins_by_sign_in: false, join_role: 'guest' as const, refuses_passwords: false }
      // One whose issuer stays is not asked for again.
      await app.sql`
        insert into workspace_openid (workspace_id, name, issuer, client_id, joins_by_sign_in, join_role,
                                      refuses_passwords, created_date, updated_date)
        values (${of.id}, 'Engines', ${provider.issuer}, 'atrium', false, 'guest', false, now(), now())`
      const { workspace_openid } = of.client
      return {
        good: ['a.test', 'b.test', 'c.test', 'd.test'],
        bad: 'not a domain',
        send: (names) => workspace_openid.set({ ...provider, ...settings, domains: names }),
        stored: async () => (await workspace_openid.read()).domains.map(({ domain }) => domain),
      }
    },
  })

  type Role = { email: string; role: 'admin' | 'editor' | 'viewer' }
  const roles = (why: string, bad: (of: Team, good: string[]) => Promise<string>, error_code: string) =>
    mixed<Role>({
      list: 'members.bulk_set_role body.items',
      why,
      refusal: (_, { email }) => ({ status: 400, code: 'bulk_refused', items: [{ email, error_code }] }),
      async arrange() {
        const of = await team()
        const emails = await four(() => joined(of))
        const given = (email: string): Role => ({ email, role: 'viewer' })
        return {
          good: emails.map(given),
          bad: given(await bad(of, emails)),
          send: (items) => of.client.members.bulk_set_role({ items }),
          stored: () => accessOf(of),
        }
      },
    })

  type Limit = { email: string; credit_limit: number }
  const limits = (
    why: string,
    bad: (of: Team, good: string[]) => Promise<Partial<Limit>>,
    error_code: string,
  ) =>
    mixed<Limit>({
      list: 'members.bulk_set_credit_limit body.items',
      why,
      refusal: (_, { email }) => ({ status: 400, code: 'bulk_refused', items: [{ email, error_code }] }),
      async arrange() {
        const of = await team()
        const emails = await four(() => joined(of))
        const given = (fields: Partial<Limit>): Limit => ({ email: '', credit_limit: 50, ...fields })
        return {
          good: emails.map((email) => given({ email })),
          bad: given(await bad(of, emails)),
          send: (items) => of.client.members.bulk_set_credit_limit({ items }),
          stored: () => accessOf(of),
        }
      },
    })

  type Invited = { email: string; role: 'admin' | 'editor' }
  const invitations = (
    why: string,
    bad: (of: Team, good: string[]) => Promise<Partial<Invited>>,
    error_code: string,
  ) =>
    mixed<Invited>({
      list: 'invitations.bulk body.items',
      why,
      report: (_, { email }) => ({ failed: [{ email, error_code }] }),
      async arrange() {
        const of = await team({ plan: 'builder' })
        const emails = [newEmail(), newEmail(), newEmail(), newEmail()]
        const given = (fields: Partial<Invited>): Invited => ({ email: '', role: 'editor', ...fields })
        return {
          good: emails.map((email) => given({ email })),
          bad: given(await bad(of, emails)),
          send: (items) => of.client.invitations.bulk({ items }),
          stored: async () => [...(await membersOf(of)).map(({ email }) => email), ...(await mailsOf(of))],
          adds: ({ email }) => [email, `a mail to ${email}`],
        }
      },
    })

  const resent = (why: string, bad: (of: Team, good: string[]) => Promise<string>, error_code: string) =>
    mixed<string>({
      list: 'invitations.bulk_resend body.emails',
      why,
      report: (_, email) => ({ failed: [{ email, error_code }] }),
      async arrange() {
        const of = await team()
        const emails = await four(() => invited(of))
        return {
          good: emails,
          bad: await bad(of, emails),
          send: (items) => of.client.invitations.bulk_resend({ emails: items }),
          stored: () => mailsOf(of),
          adds: (email) => [`a mail to ${email}`],
        }
      },
    })

  const elsewhere = async () => joined(await team())
  const first = async (_: Team, [email = '']: string[]) => email
  return [
    domains,
    roles('somebody unknown', async () => newEmail(), 'member_not_found'),
    roles('a member of another workspace', elsewhere, 'member_not_found'),
    roles('somebody who is only invited', (of) => invited(of), 'member_not_found'),
    roles('the owner', async ({ owner }) => owner.email, 'owner_protected'),
    roles('the caller', async ({ admin }) => admin.email, 'own_membership_protected'),
    roles('somebody who is there twice', first, 'duplicate_email'),
    mixed<Role>({
      list: 'members.bulk_set_role body.items',
      why: 'a role that the plan does not have',
      refusal: () => ({ status: 402, code: 'plan_upgrade_required' }),
      async arrange() {
        const of = await team({ plan: 'builder' })
        const emails = await four(() => joined(of))
        return {
          good: emails.map((email) => ({ email, role: 'viewer' })),
          bad: { email: await joined(of), role: 'admin' },
          send: (items) => of.client.members.bulk_set_role({ items }),
          stored: () => accessOf(of),
        }
      },
    }),

    limits('somebody unknown', async () => ({ email: newEmail() }), 'member_not_found'),
    limits('a member of another workspace', async () => ({ email: await elsewhere() }), 'member_not_found'),
    limits('the owner', async ({ owner }) => ({ email: owner.email }), 'owner_protected'),
    limits('a viewer', async (of) => ({ email: await joined(of, 'viewer') }), 'viewer_without_limit'),
    limits(
      'a limit above that of the workspace',
      async (of) => ({ email: await joined(of), credit_limit: 1_001 }),
      'credit_limit_too_high',
    ),
    limits('somebody who is there twice', async (_, [email = '']) => ({ email }), 'duplicate_email'),

    invitations('a member', async (of) => ({ email: await joined(of) }), 'already_member'),
    invitations('somebody who is invited', async (of) => ({ email: await invited(of) }), 'already_invited'),
    invitations(
      'a role that the plan does not have',
      async () => ({ email: newEmail(), role: 'admin' }),
      'plan_upgrade_required',
    ),
    invitations('somebody who is there twice', async (_, [email = '']) => ({ email }), 'duplicate_email'),

    resent('somebody unknown', async () => newEmail(), 'invitation_not_found'),
    resent('a member', (of) => joined(of), 'invitation_not_found'),
    resent(
      'somebody whom another workspace invited',
      async () => invited(await team()),
      'invitation_not_found',
    ),
    resent('somebody who is there twice', first, 'duplicate_email'),
    resent(
      'one that was sent too often',
      async (of) => {
        const email = await invited(of)
        for (let times = 0; times < 3; times++) await of.client.invitations.resend({ email })
        return email
      },
      'resend_limit_reached',
    ),
  ]
}
