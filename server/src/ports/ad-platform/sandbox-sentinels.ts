/** Words in the name of a campaign that make the sandbox fail, so that failures are provoked by values (docs/ads.md). */
import type { Written } from './port.ts'
import { currentVersion, type SandboxCampaign } from './sandbox-campaign.ts'
import { ANSWER_LOST, NOT_REACHED } from './sandbox-outcomes.ts'

export type FailingOperation = 'pause' | 'resume' | 'update' | 'delete' | 'assets'

/** Does the work, unless the name says how it goes wrong: `[pause-timeout-lost]`, `[delete-unavailable]` and so on. */
export async function unlessFailing<T>(
  operation: FailingOperation,
  name: string,
  work: () => Promise<Written<T>>,
): Promise<Written<T>> {
  if (name.includes(`[${operation}-unavailable]`)) return NOT_REACHED
  if (name.includes(`[${operation}-timeout-lost]`)) return ANSWER_LOST
  const outcome = await work()
  return outcome.outcome === 'done' && name.includes(`[${operation}-timeout-applied]`) ? ANSWER_LOST : outcome
}

export function isAnyNamed(campaigns: readonly SandboxCampaign[] = [], word: string): boolean {
  return campaigns.some((campaign) => currentVersion(campaign).settings.name.includes(word))
}
