/** Accounts of Google Ads under the operator's manager account. */
import { type Row, textAt } from './google-answers.ts'
import { rejectedBy } from './google-mutate.ts'
import { CUSTOMER_ID, endsWithReference, nameWithReference, partsOfName } from './google-names.ts'
import { type GoogleRest, type Refused, unavailable } from './google-rest.ts'
import type { NewAccount, PlatformAccount, Read, Unavailable, Written } from './port.ts'

export interface GoogleAccountsOptions {
  rest: GoogleRest
  managerId: string
  /** Which zone an account in UTC gets: Google's list need not have UTC itself. */
  utcZone: string
}

export interface GoogleAccounts {
  create(account: NewAccount): Promise<Written<PlatformAccount>>
  find(reference: string): Promise<Read<PlatformAccount | null>>
  read(customerId: string): Promise<Read<PlatformAccount | null>>
  /** Rows of a query about one account; none when there is no such account. */
  search(customerId: string, query: string): Promise<Read<Row[]> | RefusedRead>
}

/** Google Ads does not take the question as it is. */
export interface RefusedRead extends Unavailable {
  code: string
}

export function googleAccounts({ rest, managerId, utcZone }: GoogleAccountsOptions): GoogleAccounts {
  async function select(where: string): Promise<Read<Row[]>> {
    const rows = await rest.search(
      managerId,
      `SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.status FROM customer_client WHERE customer_client.level = 1 AND customer_client.manager = FALSE AND ${where}`,
    )
    return rows.outcome === 'refused' ? refusedRead(rows) : rows
  }

  function present(row: Row): PlatformAccount {
    return {
      customer_id: textAt(row, 'customerClient.id'),
      ...partsOfName(textAt(row, 'customerClient.descriptiveName')),
      currency_code: textAt(row, 'customerClient.currencyCode'),
      time_zone: ourZone(textAt(row, 'customerClient.timeZone')),
      status: statusOf(textAt(row, 'customerClient.status')),
      created_date: null,
    }
  }

  async function find(reference: string): Promise<Read<PlatformAccount | null>> {
    const rows = await select(endsWithReference('customer_client.descriptive_name', reference))
    if (rows.outcome !== 'done') return rows
    const accounts = rows.value.map(present).filter((account) => account.reference === reference)
    // Of several the oldest: it is the one that was answered first.
    return { outcome: 'done', value: accounts.toSorted(byId)[0] ?? null }
  }

  async function read(customerId: string): Promise<Read<PlatformAccount | null>> {
    if (!CUSTOMER_ID.test(customerId)) return { outcome: 'done', value: null }
    const rows = await select(`customer_client.id = ${customerId}`)
    if (rows.outcome !== 'done') return rows
    const [row] = rows.value
    return { outcome: 'done', value: row === undefined ? null : present(row) }
  }

  const ourZone = (zone: string) => (zone === utcZone ? 'UTC' : zone)
  const theirZone = (zone: string) => (IS_UTC.test(zone) ? utcZone : zone)

  return {
    find,
    read,

    async create(account) {
      const known = await find(account.reference)
      if (known.outcome !== 'done') return known
      if (known.value) return { outcome: 'done', value: known.value }
      const { reference, name, currency_code, time_zone } = account
      const timeZone = theirZone(time_zone)
      const outcome = await rest.change(`customers/${managerId}:createCustomerClient`, {
        customerClient: {
          descriptiveName: nameWithReference(name, reference),
          currencyCode: currency_code,
          timeZone,
        },
      })
      if (outcome.outcome === 'refused') return rejectedBy(outcome.errors)
      if (outcome.outcome !== 'done') return outcome
      const [, customer_id] = /^customers\/(\d{10})$/.exec(textAt(outcome.value, 'resourceName')) ?? []
      if (customer_id === undefined) {
        return { outcome: 'unknown', message: 'Google Ads opened an account and did not say which.' }
      }
      const own = { customer_id, reference, name, currency_code, time_zone: ourZone(timeZone) }
      return { outcome: 'done', value: { ...own, status: 'ENABLED', created_date: null } }
    },

    async search(customerId, query) {
      if (!CUSTOMER_ID.test(customerId)) return { outcome: 'done', value: [] }
      const rows = await rest.search(customerId, query)
      if (rows.outcome !== 'refused') return rows
      if (NOT_OURS.test(rows.errors[0]?.code ?? '')) {
        // The same is said of accounts that do not exist and of those that we may not see.
        const account = await read(customerId)
        if (account.outcome === 'done' && account.value === null) return { outcome: 'done', value: [] }
      }
      return refusedRead(rows)
    },
  }
}

function refusedRead({ errors: [error] }: Refused): RefusedRead {
  const code = error?.code ?? ''
  return { ...unavailable(`refuses a read (${code})`), code }
}

const IS_UTC = /^(Etc\/)?(UTC|UCT|Universal|Zulu|GMT|GMT[+-]?0|Greenwich)$/i
const NOT_OURS =
  /\.(USER_PERMISSION_DENIED|CUSTOMER_NOT_FOUND|INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION)$/

/** Of a status that is new to us only this is sure: nothing should be spent. */
function statusOf(status: string): PlatformAccount['status'] {
  return status === 'ENABLED' || status === 'CANCELED' || status === 'CLOSED' ? status : 'SUSPENDED'
}

function byId(a: PlatformAccount, b: PlatformAccount): number {
  return Number(a.customer_id) - Number(b.customer_id)
}
