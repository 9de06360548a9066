import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import type { TenancyDeps } from '../base-deps.ts'
import { leadToProvider } from './login-with-provider.ts'

export async function loginAsClient(
  deps: TenancyDeps,
  _visitor: Visitor,
  { params, query }: InputOf<typeof operations.app_auth.client_login>,
  headers: AnswerHeaders,
) {
  return leadToProvider(deps, { ...query, ...params }, headers)
}
