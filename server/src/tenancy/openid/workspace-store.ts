/** The providers of workspaces, the domains that they vouch for, and who people are there. */
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type SignInDomainRow, signInDomains, type WorkspaceOpenIdRow, workspaceOpenId } from './tables.ts'

const providerOf = prepared<WorkspaceOpenIdRow>(
  'workspace_openid',
  `select ${workspaceOpenId.columns()} from workspace_openid where workspace_id = $1`,
)

const domainsOf = prepared<SignInDomainRow>(
  'sign_in_domains',
  `select ${signInDomains.columns()} from sign_in_domains where workspace_id = $1 order by domain limit 100`,
)

const providerOfDomain = prepared<Pick<WorkspaceOpenIdRow, 'workspace_id' | 'name'>>(
  'provider_of_domain',
  `select o.workspace_id, o.name from sign_in_domains d join workspace_openid o using (workspace_id)
    where d.domain = $1 and d.verified_date is not null`,
)

const refusesPassword = prepared<{ workspace_id: string }>(
  'refuses_password',
  `select o.workspace_id
     from users u
     join sign_in_domains d on d.domain = split_part(u.email, '@', 2) and d.verified_date is not null
     join workspace_openid o on o.workspace_id = d.workspace_id and o.refuses_passwords
     join members m on m.workspace_id = o.workspace_id and m.user_id = u.id
    where u.id = $1 and m.role <> 'owner' and m.status = 'joined'`,
)

export const workspaceOpenIdStore = (db: Db) => ({
  async find(workspaceId: string): Promise<WorkspaceOpenIdRow | undefined> {
    const [row] = await providerOf(db, [workspaceId])
    return row
  },
  async domains(workspaceId: string): Promise<SignInDomainRow[]> {
    return domainsOf(db, [workspaceId])
  },
  /** The provider that vouches for emails of this domain. */
  async findByDomain(domain: string) {
    const [row] = await providerOfDomain(db, [domain])
    return row
  },
  async refusesPassword(userId: string): Promise<boolean> {
    return (await refusesPassword(db, [userId])).length > 0
  },
  /** Others who change it wait until the transaction ends, also where there is none yet. */
  async lock(workspaceId: string): Promise<WorkspaceOpenIdRow | undefined> {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(db)
    return this.find(workspaceId)
  },
  async put(row: WorkspaceOpenIdRow): Promise<void> {
    await db
      .$extendTables<{ workspace_openid: WorkspaceOpenIdRow }>()
      .insertInto('workspace_openid')
      .values(row)
      .onConflict((conflict) => {
        const { workspace_id: _, created_date: __, ...changed } = row
        return conflict.column('workspace_id').doUpdateSet(changed)
      })
      .execute()
  },
  /** Those that stay keep their proof. */
  async putDomains(workspaceId: string, rows: readonly Pick<SignInDomainRow, 'domain' | 'proof'>[]) {
    const domains = rows.map(({ domain }) => domain)
    await sql`delete from sign_in_domains
      where workspace_id = ${workspaceId} and domain <> all(${domains})`.execute(db)
    await signInDomains.insertNew(
      db,
      rows.map((row) => ({ workspace_id: workspaceId, ...row, verified_date: null })),
    )
  },
  /** The workspace that has proved the domain, until the transaction ends. */
  async lockProved(domain: string): Promise<SignInDomainRow | undefined> {
    await sql`select pg_advisory_xact_lock(hashtextextended('sign-in domain ' || ${domain}, 0))`.execute(db)
    return this.findProved(domain)
  },
  async findProved(domain: string): Promise<SignInDomainRow | undefined> {
    const { rows } = await sql<SignInDomainRow>`
      select workspace_id, domain, proof, verified_date from sign_in_domains
       where domain = ${domain} and verified_date is not null`.execute(db)
    return rows[0]
  },
  /** Null: not proved any more. False when the domain is gone. */
  async setProved(workspaceId: string, domain: string, now: Date | null): Promise<boolean> {
    const { rows } = await sql`update sign_in_domains set verified_date = ${now}
      where workspace_id = ${workspaceId} and domain = ${domain} returning domain`.execute(db)
    return rows.length > 0
  },
  async dropIdentities(workspaceId: string): Promise<void> {
    await sql`delete from sign_in_identities where workspace_id = ${workspaceId}`.execute(db)
  },
  async delete(workspaceId: string): Promise<boolean> {
    const { rows } = await sql`delete from workspace_openid where workspace_id = ${workspaceId}
      returning workspace_id`.execute(db)
    return rows.length > 0
  },
})
