import type { ConnectorCall } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { fill } from '../../language/fill.ts'
import { formatFull, parseTime } from '../../ui/Time.tsx'
import { CALLED_BY, countOf, describeCall } from './connector-words.ts'
import { words } from './words.ts'

export function CallDetail({ call }: { call: ConnectorCall }) {
  const facts: [string, ReactNode][] = [
    ['Outcome', describeCall(call)],
    ...(call.error_code === null
      ? []
      : [['Error', <Mono key="error">{call.error_code}</Mono>] as [string, ReactNode]]),
    [
      'Sent',
      fill(words.attemptsDurationMsMsIn, {
        attempts: countOf(call.attempts, 'time', 'times'),
        durationMs: call.duration_ms.toLocaleString('en'),
      }),
    ],
    [words.calledBy, CALLED_BY[call.called_by]],
    ['Started', formatFull(parseTime(call.started_at))],
    ['Request', <Mono key="request">{call.request_id}</Mono>],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Mono({ children }: { children: string }) {
  return <span className="font-mono text-xs break-all">{children}</span>
}
