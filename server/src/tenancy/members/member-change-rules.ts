/** Who may be changed how; each rule answers with the code of the refusal, or null. */
import type { ErrorCode } from '@atrium/contract'
import type { ChangedMember } from './member-changes-store.ts'

export type Target = Pick<ChangedMember, 'user_id' | 'role'> | undefined

export function refuseRoleChange(target: Target, callerId: string): ErrorCode | null {
  if (target?.user_id === callerId) return 'own_membership_protected'
  if (!target) return 'member_not_found'
  return target.role === 'owner' ? 'owner_protected' : null
}

/** Your own limit is yours to set: you could as well change the default. */
export function refuseCreditLimit(
  target: Target,
  limit: number | null,
  monthlyLimit: number | null,
): ErrorCode | null {
  if (isAboveMonthly(limit, monthlyLimit)) return 'credit_limit_too_high'
  if (!target) return 'member_not_found'
  if (target.role === 'owner') return 'owner_protected'
  return target.role === 'viewer' && limit !== null ? 'viewer_without_limit' : null
}

export const refuseRemoval = refuseRoleChange

export function isAboveMonthly(limit: number | null, monthlyLimit: number | null): boolean {
  return limit !== null && monthlyLimit !== null && limit > monthlyLimit
}
