import type { SealedColumn } from '../../platform/sealing/sealed-texts.ts'
import { hashSecret, makeSecret, type Secrets } from '../../platform/secrets.ts'
import type { WorkflowRow } from './tables.ts'

export const sealedHooks: readonly SealedColumn[] = [{ table: 'workflows', column: 'hook_token', purpose }]

type Hook = Pick<WorkflowRow, 'hook_hash' | 'hook_token'>

/** Those with a secret address have one as long as that is how they start; a new one is another. */
export function hookOf(
  secrets: Secrets,
  { id, trigger }: Pick<WorkflowRow, 'id' | 'trigger'>,
  before: Hook | null,
): Hook {
  if (trigger.type !== 'webhook') return { hook_hash: null, hook_token: null }
  if (before?.hook_token) return { hook_hash: before.hook_hash, hook_token: before.hook_token }
  const token = makeSecret('wfh')
  return { hook_hash: hashSecret(token), hook_token: secrets.encrypt(purpose(id), token) }
}

export function hookUrl(
  { secrets, baseUrl }: { secrets: Secrets; baseUrl(): string },
  { id, hook_token }: Pick<WorkflowRow, 'id' | 'hook_token'>,
): string | null {
  if (hook_token === null) return null
  return `${baseUrl()}/api/workflow-hooks/${secrets.decrypt(purpose(id), hook_token)}`
}

/** Encrypted for this row only, so that rows cannot be swapped. */
function purpose(id: string): string {
  return `workflow hook ${id}`
}
