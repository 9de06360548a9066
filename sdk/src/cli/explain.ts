import { ApiError, ConnectionError } from '../errors.ts'

/** An error in one line: what happened and what to do. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return explainRefusal(error)
  if (error instanceof ConnectionError)
    return `${error.message}. Start the server with npm start, or choose another with --url or ATRIUM_URL.`
  return error instanceof Error ? error.message : String(error)
}

function explainRefusal(refusal: ApiError): string {
  const { status, code, message, fields, items, retry_after, request_id } = refusal
  const rows = [
    ...fields.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`),
    ...items.map((item) => `${item.email}: ${item.message}`),
  ]
  const hints = [
    status === 401 && code !== 'invalid_login' ? 'Run atrium login, or set ATRIUM_TOKEN.' : '',
    retry_after === null ? '' : `Try again in ${retry_after} s.`,
    request_id === null ? '' : `(${request_id})`,
  ]
  return [`${code}: ${message}`, rows.join('; '), ...hints].filter((part) => part !== '').join(' ')
}
