import type { ScanResult } from '@atrium/contract/scan-findings'
import type { IntegrationUse } from './find-integration-use.ts'

type Recommendation = ScanResult['core_integration_recommendation']

/**
 * Who should reach the built-in integrations, by what the app calls of them and who may open it:
 *
 * - strangers make the app call one, by a function that needs no sign-in or in an app that is open without one:
 *   only people who are signed in should;
 * - the app calls some, and everybody may sign up for it: only some roles should;
 * - everybody can reach them, and the code calls none: they should be off. Said only when all code was read;
 * - else there is nothing to do: those who reach them were let in by somebody.
 *
 * Null when it could not be found out what the app calls.
 */
export function recommendIntegrations(publicSettings: string, use: IntegrationUse | null): Recommendation {
  if (use === null) return 'none'
  const isOpen = publicSettings === 'public_without_login'
  const isPublic = isOpen || publicSettings === 'public_with_login'
  const isUsed = use.in_app.size + use.in_open_functions.size > 0
  if (use.in_open_functions.size > 0 || (isOpen && isUsed)) return 'restrict_to_signed_in_users'
  if (isPublic && isUsed) return 'restrict_to_roles'
  return isPublic && use.files > 0 && !use.is_open ? 'disable_unused' : 'none'
}
