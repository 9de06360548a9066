import type { AttentionItem } from '@atrium/sdk'
import { AlarmClock, CircleCheck, Undo2, X } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PlainButton, PlainIconButton } from '../../ui/PlainButton.tsx'
import { formatFull, Time } from '../../ui/Time.tsx'
import { WithSheet } from '../../ui/WithSheet.tsx'
import { ATTENTION, SEVERITIES } from './attention-words.ts'
import { NotifyButton } from './NotifyButton.tsx'
import { useAttention } from './use-attention.ts'
import { words } from './words.ts'

const loadSnooze = () => import('./SnoozeSheet.tsx')
const SnoozeSheet = lazy(async () => ({ default: (await loadSnooze()).SnoozeSheet }))

/** So many are shown until more are asked for. */
const SHOWN = 5

/** What needs the person, the most severe first, each with its one action. */
export function AttentionFeed({ appId }: { appId?: string }) {
  const { id: workspaceId } = useWorkspace()
  const { list, last, putAway, restore } = useAttention(workspaceId, appId)
  const [isWhole, setWhole] = useState(false)
  const { data, error } = list
  const items = data?.items ?? []
  const shown = isWhole ? items : items.slice(0, SHOWN)
  return (
    <section aria-labelledby="attention" className="border-t border-line px-5 py-6 sm:px-8">
      <div className="mb-3 flex min-h-7 items-center justify-between gap-3">
        <h2 id="attention" className="font-semibold">
          {words.whatNeedsYou}
        </h2>
        {!appId && <NotifyButton key={workspaceId} />}
      </div>
      {last && (
        <div
          role="status"
          className="mb-3 flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-3 py-2 text-sm"
        >
          <span className="min-w-0 break-words">
            {fill(last.until ? words.whatComesBackUntil : words.whatIsDismissed, {
              what: nameOf(last.item),
              until: last.until ? formatFull(last.until) : '',
            })}
          </span>
          <PlainButton size="sm" look="quiet" icon={Undo2} onClick={() => restore.mutate(last)}>
            {words.undo}
          </PlainButton>
        </div>
      )}
      {error ? (
        <PartFailure error={error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : !data ? (
        <PartLoading what={words.whatNeedsYou2} shape="rows" />
      ) : items.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
          {words.nothingNeedsYouRight}
        </p>
      ) : (
        <>
          <ul aria-labelledby="attention" className="divide-y divide-line rounded-lg border border-line">
            {shown.map((item) => (
              <Item
                key={item.id}
                item={item}
                isOfApp={appId !== undefined}
                onPutAway={(until) => putAway.mutate({ item, until })}
              />
            ))}
          </ul>
          {items.length > shown.length && (
            <PlainButton size="sm" look="quiet" className="mt-2" onClick={() => setWhole(true)}>
              {fillWith(words.showCountMore, { count: items.length - shown.length })}
            </PlainButton>
          )}
        </>
      )}
    </section>
  )
}

const nameOf = ({ kind, subject }: AttentionItem) => `${ATTENTION[kind].title}: ${subject.name}`

interface ItemProps {
  item: AttentionItem
  isOfApp: boolean
  onPutAway: (until: Date | null) => void
}

function Item({ item, isOfApp, onPutAway }: ItemProps) {
  const { id: workspaceId } = useWorkspace()
  const { title, action, to } = ATTENTION[item.kind]
  const { label, tone } = SEVERITIES[item.severity]
  const name = nameOf(item)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <span className="font-medium">{title}</span>
          <span className="min-w-0 break-all text-ink-2">{item.subject.name}</span>
        </p>
        <p className="mt-0.5 break-words text-sm text-ink-2">{item.detail}</p>
        <Since app={isOfApp ? null : item.app_name} since={item.since} />
      </div>
      <div className="flex items-center gap-1">
        <Link
          to={to(workspaceId, item)}
          className="inline-flex h-7 items-center rounded-md border border-control/60 bg-surface px-2.5 text-sm font-medium hover:bg-hover"
        >
          {action}
          <span className="sr-only"> {item.subject.name}</span>
        </Link>
        <WithSheet
          load={loadSnooze}
          trigger={(props) => (
            <PlainIconButton {...props} icon={AlarmClock} label={fill(words.snoozeName, { name })} />
          )}
        >
          {(sheet) => (
            <SnoozeSheet {...sheet} label={fill(words.snoozeName, { name })} onSnooze={onPutAway} />
          )}
        </WithSheet>
        <PlainIconButton icon={X} label={fill(words.dismissName, { name })} onClick={() => onPutAway(null)} />
      </div>
    </li>
  )
}

/** Of some troubles nobody knows when they began. */
function Since({ app, since }: { app: string | null; since: string | null }) {
  if (!app && !since) return null
  const sentence = app ? words.appSinceTime : words.sinceTime
  return (
    <p className="mt-0.5 text-xs text-ink-3">
      {since ? fillWith(sentence, { app, time: <Time at={since} /> }) : app}
    </p>
  )
}
