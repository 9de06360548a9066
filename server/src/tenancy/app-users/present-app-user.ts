import type { AppUserRow } from './store.ts'

/** A user of an app, for those who edit it. */
export function presentAppUser({ is_member, verified_date, invited_date, role, ...row }: AppUserRow) {
  const kind = is_member ? ('member' as const) : ('app_user' as const)
  const isActive = is_member || verified_date !== null
  const status = isActive
    ? ('active' as const)
    : invited_date
      ? ('invited' as const)
      : ('unverified' as const)
  return { ...row, kind, status, role: role ?? (is_member ? null : 'user') }
}
