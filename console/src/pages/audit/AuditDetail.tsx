import type { AuditEntry } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { fill } from '../../language/fill.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatFull, parseTime } from '../../ui/Time.tsx'
import { actorOf } from './audit-words.ts'
import { words } from './words.ts'

/** Everything known about one entry. */
export function AuditDetail({ entry }: { entry: AuditEntry }) {
  const credential = [entry.credential_kind, entry.credential_id].filter(Boolean).join(' ')
  const hasDetail = Object.keys(entry.detail).length > 0
  return (
    <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
      <dl className="grid content-start gap-x-4 gap-y-0.5 text-sm leading-6 grid-cols-[5rem_minmax(0,1fr)] sm:grid-cols-[7rem_minmax(0,1fr)]">
        <Fact name="Time">{formatFull(parseTime(entry.created_date))}</Fact>
        <Fact name="Actor">{actorOf(entry)}</Fact>
        <Fact name="Credential">{credential || '–'}</Fact>
        <Fact name="Address">{entry.address ?? '–'}</Fact>
        <Fact name="Target" copy={entry.target_id}>
          {`${entry.target_type} ${entry.target_id}`}
        </Fact>
        {entry.app_id && entry.app_id !== entry.target_id && (
          <Fact name="App" copy={entry.app_id}>
            {entry.app_id}
          </Fact>
        )}
        {entry.request_id && (
          <Fact name="Request" copy={entry.request_id}>
            {entry.request_id}
          </Fact>
        )}
      </dl>
      {hasDetail && (
        <pre className="max-h-72 self-start overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs whitespace-pre-wrap break-all text-ink-2">
          {JSON.stringify(entry.detail, null, 2)}
        </pre>
      )}
    </div>
  )
}

function Fact({ name, children, copy }: { name: string; children: ReactNode; copy?: string }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1 break-all">
        {children}
        {copy && <CopyButton text={copy} label={fill(words.copyNameId, { name: name.toLowerCase() })} />}
      </dd>
    </>
  )
}
