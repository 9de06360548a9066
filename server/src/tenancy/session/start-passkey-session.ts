import { requestPasskey } from '../account/verify-passkey.ts'
import type { TenancyDeps } from '../base-deps.ts'

export async function startPasskeySession(deps: TenancyDeps) {
  return requestPasskey(deps, [])
}
