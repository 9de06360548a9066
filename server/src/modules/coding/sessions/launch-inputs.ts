import { createHash } from 'node:crypto'
import type { InputOf, operations } from '@atrium/contract'
import type { SessionRow } from '../tables.ts'

export type LaunchBody = InputOf<typeof operations.coding.launch>['body']

/** What was sent, with null for what was left out: both mean the same. */
export function launchInputs(body: LaunchBody) {
  return {
    prompt: body.prompt,
    title: body.title,
    existing_branch: body.existing_branch ?? null,
    source_ref: body.source_ref ?? null,
    pull_request_body: body.pull_request_body ?? null,
    commit_message: body.commit_message ?? null,
    expected_repository_full_name: body.expected_repository_full_name ?? null,
  }
}
export type LaunchInputs = ReturnType<typeof launchInputs>

/** The same for the same inputs. The reference of the client is none of them: a retry may leave it out (G561). */
export function hashInputs(inputs: LaunchInputs): string {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

/** Spec: launch, Idempotency-Key. */
export function isRetry(
  launched: Pick<SessionRow, 'input_hash' | 'client_reference'>,
  inputHash: string,
  reference: string | null,
): boolean {
  return launched.input_hash === inputHash && (reference === null || reference === launched.client_reference)
}
