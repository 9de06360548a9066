import type { StandIns } from '@atrium/contract/workspaces'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Events } from '../platform/events.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Cursors } from '../platform/paging.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { DomainProofs } from '../ports/domain-proofs/port.ts'
import type { MailPort } from '../ports/mail/port.ts'
import type { OpenId } from '../ports/openid/port.ts'
import type { OutboundHttp } from '../ports/outbound-http/port.ts'
import type { Access } from './access/access.ts'
import type { Authenticator } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'
import type { UserFields } from './app-users/user-fields.ts'
import type { FailedSignIns } from './audit/failed-sign-ins.ts'
import type { Audit } from './audit/record.ts'
import type { Credits } from './credits/credits.ts'
import type { MemberTotals } from './members/member-totals.ts'

/** What every use case may stand on; each takes from it only what it uses. */
export interface BaseDeps {
  db: Db
  clock: Clock
  log: Log
  secrets: Secrets
  cursors: Cursors
  rateLimits: RateLimits
  jobs: Jobs
  events: Events
  access: Access
  audit: Audit
  credits: Credits
}

/** What tenancy itself needs in addition to what all modules get. */
export interface TenancyDeps extends BaseDeps {
  authenticator: Authenticator
  session: SessionSettings
  staffEmailDomains: readonly string[]
  memberTotals: MemberTotals
  /** Credits a month of a workspace that somebody creates; null = no limit. */
  newWorkspaceMonthlyLimit: number | null
  mail: MailPort
  openId: OpenId
  domainProofs: DomainProofs
  failedSignIns: FailedSignIns
  outboundHttp: Pick<OutboundHttp, 'checkTarget'>
  /** The public address, for links. */
  baseUrl(): string
  /** The apps in a folder that the caller may see, or a refusal; folders are a module's, so `wiring` passes this. */
  appsInFolder(caller: Caller, folderId: string): Promise<string[]>
  /** What acts here in place of outside services. */
  standIns: StandIns
  /** Schemas are a module's too. */
  userFields: UserFields
}

export interface SessionSettings {
  cookieName: string
  isSecure: boolean
}
