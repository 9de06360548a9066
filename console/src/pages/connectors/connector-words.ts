/** What connectors, connections and their calls are called on the screen. */
import type { AvailableConnector, Connection, ConnectorCall } from '@atrium/sdk'

export type Category = AvailableConnector['category']

export const CATEGORY_WORDS: Record<Category, string> = {
  productivity: 'Productivity',
  communication: 'Communication',
  files: 'Files',
  crm: 'Customers',
  support: 'Support',
  development: 'Development',
  design: 'Design',
  marketing: 'Marketing',
  commerce: 'Commerce',
  finance: 'Finance',
  data: 'Data',
  people: 'People',
  social: 'Social',
  artificial_intelligence: 'Artificial intelligence',
  other: 'Other',
}

export const SIGN_IN_WORDS: Record<AvailableConnector['auth_mode'], string> = {
  oauth2: 'You approve it on a page of the service.',
  client_credentials: 'It signs in with an id and a secret that the service gave you.',
  api_key: 'It uses a key that you get from the service.',
}

interface Health {
  tone: 'good' | 'open' | 'caution' | 'danger'
  label: string
  /** What it means for the app, where that is not plain. */
  meaning: string | null
}

export function healthOf({ status, failing_since }: Pick<Connection, 'status' | 'failing_since'>): Health {
  if (status === 'disconnected')
    return {
      tone: 'open',
      label: 'Disconnected',
      meaning: 'Nothing can be called. What was entered is kept for the next time.',
    }
  if (status === 'expired')
    return {
      tone: 'danger',
      label: 'Expired',
      meaning: 'The service does not accept it any more, and nothing can be called. Connect it again.',
    }
  if (failing_since !== null)
    return {
      tone: 'caution',
      label: 'Failing',
      meaning: 'The service refuses to renew the access. Atrium goes on trying for four days.',
    }
  return { tone: 'good', label: 'Active', meaning: null }
}

/** Whose account it is at the service, as far as it says so. */
export function accountOf({ account_name, user_email }: Pick<Connection, 'account_name' | 'user_email'>) {
  const known = [account_name, user_email].filter(
    (text) => text !== null && text !== undefined && text !== '',
  )
  return [...new Set(known)].join(' · ') || null
}

export const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const hasFailed = ({ status, error_code }: Pick<ConnectorCall, 'status' | 'error_code'>) =>
  error_code !== 'canceled' && (error_code !== null || status === null || status >= 400)

/** How a call went. */
export function describeCall({ status, error_code }: Pick<ConnectorCall, 'status' | 'error_code'>): string {
  const known = error_code === null ? undefined : CALL_ERRORS[error_code]
  if (known) return status === null ? known : `${known}, ${status}`
  return status === null ? 'No answer' : `Answered ${status}`
}

const CALL_ERRORS: Record<string, string> = {
  service_error: 'Refused',
  connector_call_failed: 'Not reached',
  connector_timed_out: 'No answer in time',
  connector_busy: 'Too many calls waiting',
  connection_not_active: 'Not connected',
}

export const CALLED_BY: Record<ConnectorCall['called_by'], string> = {
  person: 'A person',
  app: 'A function or workflow',
}
