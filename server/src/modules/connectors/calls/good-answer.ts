import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { valueAt } from '../../../platform/json-pointer.ts'
import type { ReadAnswer } from './read-answer.ts'

const NOT_MODIFIED = 304

/** Whether the service did what it was asked for: some say in a 200 that they did not. */
export function isOk(
  { api }: Pick<ConnectorDefinition, 'api'>,
  { status, body }: Pick<ReadAnswer, 'status' | 'body'>,
): boolean {
  if ((status < 200 || status > 299) && status !== NOT_MODIFIED) return false
  return api.ok_at === undefined || valueAt(body, api.ok_at) !== false
}
