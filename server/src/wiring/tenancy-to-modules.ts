/** What tenancy stands on: its own parts, and the little that it asks of folders and of the schema of users. */
import type { Pool } from 'pg'
import { createUserFields, type SchemaCache } from '../modules/entities/index.ts'
import { appsInFolder, workspaceOfFolder } from '../modules/folders/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Events } from '../platform/events.ts'
import { createRateLimits } from '../platform/http/rate-limit.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { createCursors } from '../platform/paging.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { DomainProofs } from '../ports/domain-proofs/port.ts'
import { systemDomainProofs } from '../ports/domain-proofs/system.ts'
import { chooseMail } from '../ports/mail/choose.ts'
import { createOpenId } from '../ports/openid/providers.ts'
import type { OutboundHttp } from '../ports/outbound-http/port.ts'
import type { Config } from '../settings/config.ts'
import { standInsOf } from '../settings/stand-ins.ts'
import { createAccess } from '../tenancy/access/access.ts'
import { createAuthenticator } from '../tenancy/access/authenticate.ts'
import { createLimitingWorkspace } from '../tenancy/access/limiting-workspace.ts'
import { createFailedSignIns } from '../tenancy/audit/failed-sign-ins.ts'
import { createAudit } from '../tenancy/audit/record.ts'
import type { TenancyDeps } from '../tenancy/base-deps.ts'
import { createCredits } from '../tenancy/credits/credits.ts'
import { createLastSeen, type LastSeen } from '../tenancy/credits/last-seen.ts'
import { createMemberTotals } from '../tenancy/members/member-totals.ts'

export function createTenancy(options: {
  settings: Config
  db: Db
  pool: Pool
  jobs: Jobs
  clock: Clock
  log: Log
  secrets: Secrets
  events: Events
  entitySchemas: SchemaCache
  outboundHttp: OutboundHttp
  /** Those of the system unless they are given. */
  domainProofs: DomainProofs | undefined
  /** Where the server answers, once it listens. */
  address(): string
}): TenancyDeps & { lastSeen: LastSeen } {
  const { settings, db, pool, jobs, clock, log, secrets, events, entitySchemas, outboundHttp, address } =
    options
  const lastSeen = createLastSeen({ db, clock, log })
  const access = createAccess(db, lastSeen)
  const isSecure = settings.base_url?.startsWith('https:') === true
  return {
    ...{ db, clock, log, secrets, jobs, events, access, lastSeen },
    cursors: createCursors(secrets),
    // One process counts in memory; nodes that share a database count there.
    rateLimits: createRateLimits({ limits: settings.rate_limits, pool: settings.database_url ? pool : null }),
    audit: createAudit(clock),
    credits: createCredits(clock),
    failedSignIns: createFailedSignIns({ db, clock, log }),
    authenticator: createAuthenticator({
      ...{ db, clock, log, lastSeen, access },
      limitingWorkspace: createLimitingWorkspace({
        access,
        workspaceOfFolder: (folderId, userId) => workspaceOfFolder({ db }, folderId, userId),
      }),
    }),
    session: { cookieName: isSecure ? '__Host-atrium' : 'atrium', isSecure },
    staffEmailDomains: settings.staff_email_domains,
    newWorkspaceMonthlyLimit: settings.new_workspace_credits,
    memberTotals: createMemberTotals(clock),
    mail: chooseMail({ mail: settings.mail, from: settings.mail_from, caFile: settings.outbound_ca_file }),
    standIns: standInsOf(settings),
    openId: createOpenId({ outboundHttp }),
    domainProofs: options.domainProofs ?? systemDomainProofs({ log, outboundHttp }),
    outboundHttp,
    baseUrl: () => settings.base_url ?? address(),
    appsInFolder: (caller, folderId) => appsInFolder({ db, access }, caller, folderId),
    userFields: createUserFields(entitySchemas),
  }
}
