/** Refuses the passwords that everybody guesses first, wherever one is chosen. */
import type { ArchiveRow, ImportContext } from '../platform/archive/collection.ts'
import { invalid } from '../platform/errors.ts'
import { isCommonPassword, TOO_COMMON } from '../platform/passwords/common-passwords.ts'

export function requireUncommon(password: string, field: 'password' | 'new_password'): void {
  if (isCommonPassword(password)) throw invalid(['body', field], 'password_too_common', TOO_COMMON)
}

export function refuseCommonPasswords(
  rows: readonly ArchiveRow<{ password?: string }>[],
  context: ImportContext,
): void {
  for (const { row, index } of rows) {
    if (row.password !== undefined && isCommonPassword(row.password))
      context.fail(index, 'password', TOO_COMMON)
  }
}
