import type { Trouble, TroubleSource } from '../modules/attention/index.ts'
import type { Db } from '../platform/database/db.ts'
import { monthOf } from '../tenancy/credits/month.ts'
import {
  type ExpiringToken,
  expiringTokens,
  type MemberAtLimit,
  membersAtLimit,
} from '../tenancy/members/trouble-store.ts'
import { ofWorkspace } from './attention-words.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A token that ends within so many days is worth a look, and within so many it is urgent. */
const EXPIRING_DAYS = 7
const URGENT_DAYS = 2

export const memberTroubles = (db: Db): TroubleSource[] => [
  {
    kinds: ['member_at_limit'],
    need: 'admin',
    list: ofWorkspace(async (scope) =>
      (await membersAtLimit(db, scope)).map((row) => memberOf(row, monthOf(scope.now))),
    ),
  },
  {
    kinds: ['token_expiring'],
    need: 'admin',
    list: ofWorkspace(async (scope) => {
      const before = new Date(scope.now.getTime() + EXPIRING_DAYS * DAY_MS)
      return (await expiringTokens(db, scope, before)).map((row) => tokenOf(row, scope.now))
    }),
  },
]

function memberOf(row: MemberAtLimit, month: string): Trouble {
  const { user_id, email, full_name, credit_limit, since } = row
  return {
    kind: 'member_at_limit',
    severity: 'info',
    app: null,
    subject: { type: 'member', id: user_id, name: full_name || email },
    detail: `${email} used all ${credit_limit} credits of this month.`,
    since,
    key: `${user_id} ${month} ${credit_limit}`,
  }
}

function tokenOf(row: ExpiringToken, now: Date): Trouble {
  const { id, name, owner_email, service_account_id, service_account_name, expires_at } = row
  const left = expires_at.getTime() - now.getTime()
  const whose = service_account_name === null ? owner_email : `the service account ${service_account_name}`
  return {
    kind: 'token_expiring',
    severity: left <= URGENT_DAYS * DAY_MS ? 'warning' : 'info',
    app: null,
    subject: {
      ...{ type: 'token', id, name },
      ...(service_account_id !== null && { parent_id: service_account_id }),
    },
    detail: `The access token of ${whose} stops working on ${expires_at.toISOString().slice(0, 10)}.`,
    since: new Date(expires_at.getTime() - EXPIRING_DAYS * DAY_MS),
    key: `${id} ${expires_at.toISOString()}`,
  }
}
