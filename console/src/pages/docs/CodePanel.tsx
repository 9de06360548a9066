import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Select } from '../../ui/Select.tsx'
import { operationsIn } from './api-description.ts'
import { docsQueries } from './docs-queries.ts'
import { ExampleBox } from './ExampleBox.tsx'
import type { PathValues } from './examples.ts'
import { ReaderContext } from './reader.ts'
import { TokenChoice } from './TokenChoice.tsx'
import { words } from './words.ts'

export interface CodeCall {
  /** The name of the operation, such as `records.list`. */
  operation: string
  label: string
}

interface CodePanelProps {
  calls: readonly [CodeCall, ...CodeCall[]]
  /** What the page shows, put into the calls: the app, the entity. */
  values: PathValues
  title?: string
  /** Whether it is there to be read rather than to be opened first. */
  isOpen?: boolean
}

/** What the page does, as calls with the address of this installation; a token stands in them only when asked for. */
export function CodePanel({ calls, values, title = words.doThisWithCurl, isOpen }: CodePanelProps) {
  const [isShown, setShown] = useState(isOpen === true)
  return (
    <details
      open={isShown}
      onToggle={(event) => setShown(event.currentTarget.open)}
      className="rounded-lg border border-line px-4 py-3"
    >
      <summary className="w-fit rounded-sm text-sm font-medium text-ink-2 hover:text-ink">{title}</summary>
      {isShown && <Calls calls={calls} values={values} />}
    </details>
  )
}

function Calls({ calls, values }: Pick<CodePanelProps, 'calls' | 'values'>) {
  const { id: workspaceId } = useWorkspace()
  const description = useQuery(docsQueries.description())
  const [token, setToken] = useState<string | null>(null)
  const [name, setName] = useState(calls[0].operation)
  const reader = useMemo(() => ({ origin: location.origin, token, setToken }), [token])
  const { data, error } = description
  if (error)
    return (
      <div className="mt-3">
        <PartFailure
          error={error}
          onRetry={() => void description.refetch()}
          isRetrying={description.isFetching}
        />
      </div>
    )
  if (!data) return <PartLoading what="examples" />
  const operation = operationsIn(data, name.split('.')[0] ?? '').find((one) => one.operationId === name)
  return (
    <ReaderContext value={reader}>
      <div className="mt-3 max-w-3xl space-y-3">
        {calls.length > 1 && (
          <Select
            label={words.whatToDo}
            options={calls.map((call) => ({ id: call.operation, label: call.label }))}
            value={name}
            onChange={(key) => setName(String(key))}
            className="w-full sm:w-64"
          />
        )}
        {operation && (
          <ExampleBox operation={operation} description={data} answer={undefined} values={values} />
        )}
        <TokenChoice workspaceId={workspaceId} />
      </div>
    </ReaderContext>
  )
}
