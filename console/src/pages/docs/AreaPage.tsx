import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { data, type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { queryClient } from '../../api.ts'
import { operationsIn } from './api-description.ts'
import { docsQueries } from './docs-queries.ts'
import { OperationPart } from './OperationPart.tsx'
import { TokenChoice } from './TokenChoice.tsx'
import { words } from './words.ts'

export async function loader({ params: { area } }: LoaderFunctionArgs) {
  const { tags } = await queryClient.ensureQueryData(docsQueries.description())
  if (!tags.some(({ name }) => name === area)) throw data(null, { status: 404 })
  return null
}

/** All operations of one group. */
export function Component() {
  const { area = '' } = useParams()
  const { hash } = useLocation()
  const { data: description } = useSuspenseQuery(docsQueries.description())
  const about = description.tags.find(({ name }) => name === area)?.description
  const operations = operationsIn(description, area)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another group has other operations.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, area])
  return (
    <div>
      <title>{`${area} · Atrium`}</title>
      <h1 className="font-mono text-xl font-semibold tracking-tight">{area}</h1>
      <p className="mt-1 text-ink-2">{about}</p>
      <TokenChoice />
      <ul aria-label={words.operations} className="mt-4 space-y-1 text-sm">
        {operations.map(({ operationId, summary }) => (
          <li key={operationId}>
            <a href={`#${operationId}`} className="font-mono text-accent hover:underline">
              {operationId}
            </a>{' '}
            <span className="text-ink-3">{summary}</span>
          </li>
        ))}
      </ul>
      {operations.map((operation) => (
        <OperationPart key={operation.operationId} operation={operation} description={description} />
      ))}
    </div>
  )
}
