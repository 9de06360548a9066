import { MessageCircleQuestion } from 'lucide-react'
import { Markdown } from '../../ui/Markdown.tsx'
import type { Step } from './session-steps.ts'
import { words } from './words.ts'

/** What it asked, with the answer. */
export function AskedStep({ step }: { step: Extract<Step, { kind: 'question' }> }) {
  const { prompt, answer, isApproval } = step
  return (
    <div className="rounded-md border border-caution/40 bg-caution-soft/40 px-3.5 py-2.5">
      <p className="mb-1 flex items-center gap-2 text-sm font-medium text-caution">
        <MessageCircleQuestion aria-hidden className="size-4" />
        {isApproval ? words.itAskedForApproval : words.itAsked}
      </p>
      <Markdown text={prompt} />
      {answer && (
        <div className="mt-2 border-t border-caution/30 pt-2 text-sm">
          <span className="text-ink-3">{answer.from ?? words.somebody}: </span>
          {answer.approve !== null && (
            <span className="font-medium">{answer.approve ? words.approved : words.refused}</span>
          )}
          <span className="break-words whitespace-pre-line">{answer.text}</span>
        </div>
      )}
    </div>
  )
}
