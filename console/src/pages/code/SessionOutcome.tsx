import type { CodingSession } from '@atrium/sdk'
import { CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import { Markdown } from '../../ui/Markdown.tsx'
import { FAULT_TITLES } from './session-words.ts'
import { words } from './words.ts'

/** What a session came to, once it has ended. */
export function SessionOutcome({ session, mayEdit }: { session: CodingSession; mayEdit: boolean }) {
  const { state, error_code, error_message, summary, outcome } = session
  if (state === 'failed')
    return (
      <section
        aria-label={words.outcome}
        className="rounded-lg border border-danger/40 bg-danger-soft/60 px-4 py-3.5"
      >
        <h3 className="flex items-center gap-2 font-semibold">
          <CircleX aria-hidden className="size-5 shrink-0 text-danger" />
          {error_code ? FAULT_TITLES[error_code] : words.itFailed}
        </h3>
        {error_message && <p className="mt-1 break-words">{error_message}</p>}
        <WhatStays mayEdit={mayEdit} />
      </section>
    )
  if (state === 'cancelled')
    return (
      <section aria-label={words.outcome} className="rounded-lg border border-line bg-sunken px-4 py-3.5">
        <h3 className="flex items-center gap-2 font-semibold">
          <CircleSlash aria-hidden className="size-5 shrink-0 text-ink-3" />
          {words.itWasCancelled}
        </h3>
        <WhatStays mayEdit={mayEdit} />
      </section>
    )
  if (state !== 'completed') return null
  return (
    <section
      aria-label={words.outcome}
      className="rounded-lg border border-accent/40 bg-accent-soft/40 px-4 py-3.5"
    >
      <h3 className="flex items-center gap-2 font-semibold">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" />
        {outcome === 'answer' ? words.itChangedNothing : words.itOpenedAPull}
      </h3>
      {summary && (
        <div className="mt-1.5">
          <Markdown text={summary} />
        </div>
      )}
    </section>
  )
}

function WhatStays({ mayEdit }: { mayEdit: boolean }) {
  return (
    <p className="mt-1 text-sm text-ink-2">
      {words.whatItPushedStays}
      {mayEdit && words.writeToItBelow}
    </p>
  )
}
