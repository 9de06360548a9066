import type { App } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { parseTime } from '../../ui/Time.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { firstSteps } from './first-steps.ts'
import { isPutAway, putStepsAway } from './put-away-steps.ts'
import { words } from './words.ts'

/** After that an app is not new any more, and its builders know what they want. */
const NEW_DAYS = 30
const DAY_MS = 86_400_000

/** What to do first with a new app; it finds out by itself what is done, and can be put away. */
export function FirstSteps({ app }: { app: App }) {
  const [isAway, setAway] = useState(() => isPutAway(app.id))
  const isNew = Date.now() - parseTime(app.created_date).getTime() < NEW_DAYS * DAY_MS
  if (isAway || !isNew) return null
  const putAway = () => {
    putStepsAway(app.id)
    setAway(true)
  }
  return <Steps app={app} onPutAway={putAway} />
}

function Steps({ app, onPutAway }: { app: App; onPutAway: () => void }) {
  const { id: workspaceId } = useWorkspace()
  const { data: schemas } = useQuery(queries.schemas(app.id))
  const [entity] = Object.keys(schemas ?? {})
  const count = useQuery({
    ...queries.recordCount(app.id, entity ?? '', { past_rules: 'on' }),
    enabled: entity !== undefined,
  })
  const webhooks = useQuery(queries.webhooks({ kind: 'app', id: app.id }))
  const collaborators = useQuery(queries.collaborators(app.id))
  const users = useQuery(queries.appUsers(app.id, {}))
  if (!schemas || [count, webhooks, collaborators, users].some(({ isLoading }) => isLoading)) return null
  const steps = firstSteps(workspaceId, app.id, {
    schemas,
    records: count.data ?? 0,
    webhooks: webhooks.data?.length ?? 0,
    people: (collaborators.data?.items.length ?? 0) + (users.data?.items.length ?? 0),
  })
  const open = steps.filter(({ isDone }) => !isDone)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="first-steps" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-3 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="first-steps" className="font-semibold">
            {words.firstSteps}
          </h2>
          <p className="caption">
            {fillWith(words.countOfCount2Done, { count: steps.length - open.length, count2: steps.length })}
          </p>
        </div>
        <IconButton icon={X} label={words.putTheFirstSteps} onPress={onPutAway} />
      </div>
      <ol aria-labelledby="first-steps" className="divide-y divide-line rounded-lg border border-line">
        {steps.map(({ id, title, text, action, isDone, to }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            {isDone ? (
              <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" />
            ) : (
              <Circle aria-hidden className="size-5 shrink-0 text-control" />
            )}
            <div className="min-w-0 flex-1 basis-48">
              <p className={isDone ? 'text-ink-2' : 'font-medium'}>
                {title}
                <span className="sr-only">{isDone ? ', done' : words.toDo}</span>
              </p>
              {!isDone && <p className="text-sm text-ink-2">{text}</p>}
            </div>
            {!isDone && (
              <Link
                to={to}
                className="inline-flex h-7 items-center rounded-md border border-control/60 bg-surface px-2.5 text-sm font-medium hover:bg-hover"
              >
                {action}
              </Link>
            )}
            {id === 'call' && !isDone && entity !== undefined && (
              <div className="w-full min-w-0">
                <CodePanel
                  title={words.theCallReadyTo}
                  calls={[{ operation: 'records.create', label: fill(words.createAEntity, { entity }) }]}
                  values={{ app_id: app.id, entity_name: entity }}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
