import type { TestRunStep } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { fill, fillWith } from '../../language/fill.ts'
import { Notice } from '../../ui/Notice.tsx'
import { describeAction, describeTarget } from '../tests/step-words.ts'
import { FAULTS, RESOLVED_BY } from './test-run-words.ts'
import { words } from './words.ts'

/** What a step did and what the page said to it. */
export function StepFacts({ step }: { step: TestRunStep }) {
  const { resolved_by, performed, healed, extracted, url, error, console_errors, failed_requests } = step
  return (
    <div className="space-y-3 border-t border-line bg-sunken px-4 py-3 text-sm sm:ps-10">
      {error && (
        <Notice tone="danger" title={FAULTS[error.code].title}>
          <p className="break-words whitespace-pre-line">{error.message}</p>
          <p className="mt-1 text-ink-2">{FAULTS[error.code].advice}</p>
        </Notice>
      )}
      {healed && (
        <Notice title={words.foundInAnotherWay}>
          <p className="break-words">
            {fillWith(words.beforeBeforeNowAfter, {
              before: describeTarget(healed.before),
              after: describeTarget(healed.after),
              reason: healed.reason,
            })}
          </p>
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2">
        {resolved_by && <Fact name="How it was understood">{RESOLVED_BY[resolved_by]}</Fact>}
        {performed && <Fact name="What was done">{whatWasDone(performed)}</Fact>}
        {extracted !== null && <Fact name="Remembered">“{extracted}”</Fact>}
        {url && (
          <Fact name="Page">
            <span className="break-all">{url}</span>
          </Fact>
        )}
        {console_errors.length > 0 && (
          <Fact name="Errors of the page">
            <Lines lines={console_errors} />
          </Fact>
        )}
        {failed_requests.length > 0 && (
          <Fact name="Failed requests">
            <Lines
              lines={failed_requests.map(
                ({ method, url: address, status, error: why }) =>
                  `${method} ${address}  ${status ?? why ?? words.noAnswer}`,
              )}
            />
          </Fact>
        )}
      </dl>
    </div>
  )
}

function whatWasDone({ action, target, value }: NonNullable<TestRunStep['performed']>): string {
  if (action) return describeAction(action, target, value)
  if (target)
    return fill(words.lookedAtTargetValue, {
      target: describeTarget(target),
      value: value === null ? '' : `: “${value}”`,
    })
  return value ?? words.lookedAtThePage
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3 max-sm:mt-1.5">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="max-h-64 space-y-1 overflow-auto rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice, and none is moved.
        <li key={place} className="break-all whitespace-pre-wrap">
          {line}
        </li>
      ))}
    </ul>
  )
}
