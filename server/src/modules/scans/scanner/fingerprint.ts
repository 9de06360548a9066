import { createHash } from 'node:crypto'
import type { FindingGroup } from '@atrium/contract/scan-findings'

/**
 * Names a finding by what was flagged and not by where it stands, so that it survives unrelated edits and changes with the
 * flagged content. `subject` is the entity, file, function, package or header; `content` what is wrong with it.
 */
export function fingerprintOf(
  group: FindingGroup,
  { rule_id, subject, content }: { rule_id: string; subject: string; content: string },
): string {
  const parts = ['v1', group, rule_id, subject, content]
  return createHash('sha256').update(parts.join('\u241f')).digest('hex').slice(0, 40)
}
