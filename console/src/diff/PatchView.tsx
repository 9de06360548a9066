import { fillWith } from '../language/fill.ts'
import type { PatchLine } from './patch-lines.ts'
import { visibleText } from './visible-text.ts'
import { words } from './words.ts'

const LOOKS: Record<PatchLine['kind'], { sign: string; look: string; spoken: string }> = {
  same: { sign: ' ', look: 'text-ink-2', spoken: '' },
  removed: { sign: '−', look: 'bg-danger-soft text-danger', spoken: words.removed },
  added: { sign: '+', look: 'bg-accent-soft text-accent-strong', spoken: words.added },
  gap: { sign: '⋯', look: 'bg-sunken text-ink-3', spoken: words.linesLeftOut },
  note: { sign: ' ', look: 'text-ink-3 italic', spoken: words.note },
}
/** More would hold the browser up. */
const MOST_LINES = 2_000

/** Changed lines with their numbers; long ones scroll sideways within. */
export function PatchView({ lines, label }: { lines: readonly PatchLine[]; label: string }) {
  const shown = lines.slice(0, MOST_LINES)
  const hasNumbers = shown.some(({ before, after }) => before !== null || after !== null)
  return (
    // Scrolled by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached.
    <div tabIndex={0} className="overflow-x-auto bg-surface">
      <table className="w-full border-collapse font-mono text-xs leading-5">
        <caption className="sr-only">{label}</caption>
        <tbody>
          {shown.map(({ kind, text, before, after }, place) => {
            const { sign, look, spoken } = LOOKS[kind]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is where it is, and two may be the same.
              <tr key={place} className={look}>
                {hasNumbers && (
                  <>
                    <LineNumber number={before} />
                    <LineNumber number={after} />
                  </>
                )}
                <td className="w-full py-0 pe-3 ps-2 whitespace-pre">
                  <span aria-hidden className="inline-block w-4 select-none">
                    {sign}
                  </span>
                  {spoken && <span className="sr-only">{spoken}</span>}
                  {visibleText(text)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {lines.length > MOST_LINES && (
        <p className="border-t border-line px-3 py-2 text-sm text-ink-3">
          {fillWith(words.countMoreLinesAre, { count: lines.length - MOST_LINES })}
        </p>
      )}
    </div>
  )
}

function LineNumber({ number }: { number: number | null }) {
  return (
    <td
      aria-hidden
      className="w-px min-w-8 px-1.5 text-end align-top text-ink-3 tabular-nums select-none max-sm:hidden"
    >
      {number}
    </td>
  )
}
