import { OneOf } from '@atrium/contract'
import { type Static, Type } from 'typebox'
import { shorten } from '../../../platform/text/shorten.ts'
import type { Evidence } from './evidence.ts'

/** As the API returns it; both empty when there is nobody who could explain. */
export interface Explanation {
  explanation: string
  generated_at: string
}

/** Why a run failed, as a model or our own rules put it. */
export const Finding = Type.Object({
  cause: Type.String({ minLength: 1, maxLength: 4_000, description: 'One to three plain sentences' }),
  evidence_ids: Type.Array(Type.String({ maxLength: 10 }), {
    minItems: 1,
    maxItems: 20,
    description: 'The ids of the evidence that shows it, such as E1',
  }),
  fix_steps: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
    maxItems: 10,
    description: 'What to do, in order, one plain sentence each',
  }),
  confidence: OneOf(['high', 'medium', 'low']),
})
export type Finding = Static<typeof Finding>

/** With room for the signs that are escaped, below 4,000 characters in all. */
export const LONGEST_EXPLANATION = 4_000
const LONGEST_CAUSE = 1_000
const LONGEST_STEP = 280
const MOST_STEPS = 6
const LONGEST_PROOF = 110

/** Only those that exist; an explanation that cites none is worth nothing, so it is null. */
export function citedEvidence(finding: Finding, evidence: readonly Evidence[]): Evidence[] | null {
  const cited = new Set(finding.evidence_ids.map((id) => id.trim().toUpperCase()))
  const found = evidence.filter(({ id }) => cited.has(id))
  return found.length > 0 ? found : null
}

/** As Markdown. */
export function renderExplanation(finding: Finding, cited: readonly Evidence[], note: string): string {
  const { cause, fix_steps, confidence } = finding
  const steps = fix_steps.slice(0, MOST_STEPS).map((step, at) => `${at + 1}. ${plain(step, LONGEST_STEP)}`)
  const proofs = cited.map(
    ({ id, title, text }) => `- ${id}, ${plain(title, LONGEST_PROOF)}: ${plain(text, LONGEST_PROOF)}`,
  )
  return [
    plain(cause, LONGEST_CAUSE),
    ...(steps.length > 0 ? [`**What to do**\n\n${steps.join('\n')}`] : []),
    `**Evidence** (confidence: ${confidence})\n\n${proofs.join('\n')}`,
    note,
  ].join('\n\n')
}

/**
 * One line that draws nothing but words: what a stranger wrote may stand in it, so no image is loaded, no link
 * disguised and no HTML read.
 */
function plain(text: string, longest: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replaceAll('<', '&lt;')
    .replaceAll('](', '] (')
    .replaceAll('![', '! [')
  return shorten(line, longest)
}
