import type { DeliveryInDetail } from '@atrium/sdk'
import { fillWith } from '../../language/fill.ts'
import { words } from './words.ts'

interface HeaderListProps {
  title: string
  headers: DeliveryInDetail['attempts'][number]['request_headers']
}

/** Headers of a request or of its answer, which open on demand. */
export function HeaderList({ title, headers }: HeaderListProps) {
  if (headers === null) return <p className="caption">{fillWith(words.titleWereNotKept, { title })}</p>
  if (headers.length === 0) return <p className="caption">{fillWith(words.titleNone, { title })}</p>
  return (
    <details>
      <summary className="w-fit rounded-sm text-ink-2 hover:text-ink hover:underline">
        {title} <span className="text-ink-3 tabular-nums">{headers.length}</span>
      </summary>
      <dl className="mt-1.5 space-y-1 font-mono text-xs">
        {headers.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-all text-ink-2">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
