import type { RuleChange } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { type DifferentLine, lineDifference } from '../../ui/line-difference.ts'
import { words } from './words.ts'

const LOOKS: Record<DifferentLine['kind'], { sign: string; look: string; spoken: string }> = {
  same: { sign: ' ', look: 'text-ink-2', spoken: '' },
  removed: { sign: '−', look: 'bg-danger-soft text-danger', spoken: words.removed },
  added: { sign: '+', look: 'bg-accent-soft text-accent-strong', spoken: words.added },
}

/** The rules of one entity before and after, line by line. */
export function RuleDifference({ change: { entity_name, before, after } }: { change: RuleChange }) {
  const lines = lineDifference(textOf(before), textOf(after))
  return (
    <section aria-label={fill(words.changeOfEntityName, { entityName: entity_name })}>
      <h3 className="mb-1.5 text-sm font-semibold">{entity_name}</h3>
      <div className="overflow-x-auto rounded-md border border-line bg-surface py-2 font-mono text-xs">
        {lines.map(({ kind, text }, place) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is where it is, and two may be the same.
            key={place}
            className={classNames('flex gap-2 px-3 whitespace-pre-wrap break-all', LOOKS[kind].look)}
          >
            <span aria-hidden className="w-2 shrink-0 select-none">
              {LOOKS[kind].sign}
            </span>
            <span>
              {LOOKS[kind].spoken && <span className="sr-only">{LOOKS[kind].spoken}</span>}
              {text}
            </span>
          </p>
        ))}
      </div>
    </section>
  )
}

/** An entity without rules shows as that, not as an empty text. */
function textOf(rules: unknown): string {
  return rules === null || rules === undefined ? words.noRules : JSON.stringify(rules, null, 2)
}
