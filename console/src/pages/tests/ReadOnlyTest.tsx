import type { Flow } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { fillWith } from '../../language/fill.ts'
import { Panel } from '../../ui/Panel.tsx'
import { describeParams } from './step-words.ts'
import { words } from './words.ts'

/** A test for those who only read. */
export function ReadOnlyTest({ flow }: { flow: Flow }) {
  const { goal, steps, start_url, role, allowed_hosts, timeout_seconds } = flow
  return (
    <>
      <Panel title={words.whatItIsAbout} description={words.inTheWordsOf}>
        <p className="break-words whitespace-pre-line">{goal}</p>
      </Panel>
      <Panel title={words.steps} description={words.whatEachRunDoes}>
        {steps.length === 0 ? (
          <p className="text-ink-2">{words.noneEachRunFinds}</p>
        ) : (
          <ol aria-label={words.steps} className="space-y-2">
            {steps.map(({ id, kind, instruction, params }, place) => (
              <li key={id} className="flex gap-2 rounded-md border border-line px-3 py-2">
                <span aria-hidden className="w-5 shrink-0 text-sm text-ink-3 tabular-nums">
                  {place + 1}
                </span>
                <span className="min-w-0 break-words">
                  {instruction}
                  {params && <span className="block text-xs text-ink-3">{describeParams(kind, params)}</span>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
      <Panel title={words.whereItBegins} description={words.andWhatItsPages}>
        <dl className="space-y-3">
          <Fact name="Start address">{start_url ?? words.theSiteOfThe}</Fact>
          <Fact name="Role">{role ?? words.nobodySignsIn}</Fact>
          <Fact name="Other hosts">{allowed_hosts.join(', ') || words.none}</Fact>
          <Fact name="At most">
            {fillWith(words.timeoutSecondsSeconds, { timeoutSeconds: timeout_seconds })}
          </Fact>
        </dl>
      </Panel>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
