import type { CreditKind } from '../../paths.ts'

export const KIND_LABELS: Record<CreditKind, string> = {
  agent_message: 'Reply of an agent',
  generation: 'Generation',
  analysis: 'Analysis',
  test_run: 'Test run',
  coding_session: 'Coding session',
  chat_turn: 'Turn of the app builder',
}

/** `2026-11` as November 2026. */
export function formatMonth(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`)
  return Number.isNaN(start.getTime()) ? month : MONTH.format(start)
}

const MONTH = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'long', timeZone: 'UTC' })
