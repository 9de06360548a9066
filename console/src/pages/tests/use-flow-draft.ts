/** The form of a test while somebody fills it in: what differs from what is saved, and what was refused. */
import { useMemo, useState } from 'react'
import type { StandingFault } from '../../form/standing-faults.ts'
import { type FlowDraft, isSameDraft, refusedAt, stillRefused, withChanges } from './flow-draft.ts'

export interface EditedFlow {
  draft: FlowDraft
  /** As it was when the draft was begun. */
  base: FlowDraft
  isChanged: boolean
  faults: readonly StandingFault[]
  change(parts: Partial<FlowDraft>): void
  discard(): void
  /** Goes on with what is saved now, and with all that was changed here on top of it. */
  keepMine(): void
  /** Goes on with what was saved, and with what was typed since it was sent. */
  settle(sent: FlowDraft, saved: FlowDraft): void
  /** Takes over what the server refused. */
  setRefusal(error: unknown): void
}

/** `saved` is what the form begins with, and what it shows again while nothing is typed. */
export function useFlowDraft(saved: FlowDraft): EditedFlow {
  const [draft, setDraft] = useState(saved)
  const [base, setBase] = useState(saved)
  const [refused, setRefused] = useState<readonly StandingFault[]>([])
  const isChanged = !isSameDraft(draft, base) && !isSameDraft(draft, saved)
  if (!isChanged && saved !== base) {
    setBase(saved)
    // A step that was just added has no words yet and makes no difference; it stays.
    if (!isSameDraft(draft, saved)) setDraft(saved)
  }
  const faults = useMemo(() => stillRefused(refused, draft), [refused, draft])
  return {
    draft,
    base,
    isChanged,
    faults,
    change: (parts) => setDraft((before) => ({ ...before, ...parts })),
    discard: () => {
      setBase(saved)
      setDraft(saved)
      setRefused([])
    },
    keepMine: () => {
      setBase(saved)
      setDraft((mine) => withChanges(saved, mine, base))
    },
    settle: (sent, next) => {
      setBase(next)
      setDraft((now) => (now === sent ? next : withChanges(next, now, sent)))
    },
    setRefusal: (error) => setRefused(refusedAt(error, draft)),
  }
}
