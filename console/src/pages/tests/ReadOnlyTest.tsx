import type { Flow } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { describeParams } from './step-words.ts'

/** A test for those who only read. */
export function ReadOnlyTest({ flow }: { flow: Flow }) {
  const { goal, steps, start_url, role, allowed_hosts, timeout_seconds } = flow
  return (
    <>
      <Panel title="What it is about" description="In the words of somebody who uses the app.">
        <p className="break-words whitespace-pre-line">{goal}</p>
      </Panel>
      <Panel title="Steps" description="What each run does, in this order.">
        {steps.length === 0 ? (
          <p className="text-ink-2">None: each run finds its own way to the goal.</p>
        ) : (
          <ol aria-label="Steps" className="space-y-2">
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
      <Panel title="Where it begins" description="And what its pages may load.">
        <dl className="space-y-3">
          <Fact name="Start address">{start_url ?? 'The site of the app'}</Fact>
          <Fact name="Role">{role ?? 'Nobody signs in'}</Fact>
          <Fact name="Other hosts">{allowed_hosts.join(', ') || 'None'}</Fact>
          <Fact name="At most">{timeout_seconds} seconds</Fact>
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
