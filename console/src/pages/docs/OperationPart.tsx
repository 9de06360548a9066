import { fill } from '../../language/fill.ts'
import { Markdown } from '../../ui/Markdown.tsx'
import { type ApiDescription, fieldsOf, type Listed, parametersOf, refusalsOf } from './api-description.ts'
import { ExampleBox } from './ExampleBox.tsx'
import { FieldList } from './FieldList.tsx'
import { words } from './words.ts'

interface OperationPartProps {
  operation: Listed
  description: ApiDescription
}

/** One operation: where it is, what it takes, what it answers, what it refuses. */
export function OperationPart({ operation, description }: OperationPartProps) {
  const { operationId, method, path, summary } = operation
  const parameters = parametersOf(description, operation)
  const body = Object.values(operation.requestBody?.content ?? {})[0]
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code < '400') ?? []
  const answered = Object.values(answer?.content ?? {})[0]
  return (
    <section id={operationId} className="mt-8 scroll-mt-6 border-t border-line pt-8">
      <h2 className="text-lg font-semibold">{summary}</h2>
      <p className="mt-1 font-mono text-sm break-all">
        <span className="font-semibold text-accent">{method}</span> {path}
      </p>
      <div className="mt-4 grid gap-8 2xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="min-w-0 max-w-3xl space-y-5">
          {operation.description && <Markdown text={operation.description} />}
          {(['path', 'query', 'header'] as const).map((place) => (
            <FieldList
              key={place}
              title={TITLES[place]}
              fields={fieldsOf(description, {
                properties: Object.fromEntries(
                  parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
                ),
                required: parameters
                  .filter((one) => one.in === place && one.required)
                  .map(({ name }) => name),
              })}
            />
          ))}
          <FieldList title={words.body} fields={fieldsOf(description, body?.schema)} />
          <FieldList
            title={fill(words.answerStatus, { status: status ?? '' })}
            fields={fieldsOf(description, answered?.schema)}
            isAnswer
          />
          <Refusals refusals={refusalsOf(description, operation)} />
        </div>
        <div className="min-w-0">
          <ExampleBox operation={operation} description={description} answer={answered?.example} />
        </div>
      </div>
    </section>
  )
}

const TITLES = { path: words.inThePath, query: words.inTheQuery, header: words.headers }

function Refusals({ refusals }: { refusals: ReturnType<typeof refusalsOf> }) {
  if (refusals.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{words.refusals}</h3>
      <ul className="mt-1 space-y-1 text-sm">
        {refusals.map(({ status, codes }) => (
          <li key={status}>
            <span className="tabular-nums">{status}</span>{' '}
            <span className="font-mono text-xs break-words text-ink-2">{codes.join(', ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
