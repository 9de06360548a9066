import { ListChecks, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths, type WebhookOwner } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Time } from '../../ui/Time.tsx'
import type { AnyWebhook } from '../../webhooks-of.ts'
import { SendTest } from './SendTest.tsx'
import { WebhookAdvice, WebhookState } from './WebhookHealth.tsx'
import { WebhookMenu } from './WebhookMenu.tsx'
import { words } from './words.ts'

/** One of the few webhooks there can be, with its health. */
export function WebhookCard({ owner, webhook }: { owner: WebhookOwner; webhook: AnyWebhook }) {
  const { id: workspaceId } = useWorkspace()
  const { target_url, description, events, entity_names, has_secret } = webhook
  return (
    <li className="space-y-3 border-b border-line px-5 py-5 last:border-b-0 sm:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-mono text-base font-medium break-all">{target_url}</h2>
          {description && <p className="mt-0.5 text-sm break-words text-ink-2">{description}</p>}
          <div className="mt-2 flex flex-wrap items-center gap-1.5">
            {events.map((event) => (
              <Badge key={event}>{event}</Badge>
            ))}
            {entity_names && (
              <Badge>{fillWith(words.onlyEntityNames, { entityNames: entity_names.join(', ') })}</Badge>
            )}
            {has_secret ? (
              <Badge tone="accent">
                <ShieldCheck aria-hidden className="me-1 size-3.5" />
                {words.signed}
              </Badge>
            ) : (
              <Badge tone="caution">{words.notSigned}</Badge>
            )}
          </div>
        </div>
        <div className="flex items-center gap-2">
          <SendTest owner={owner} webhook={webhook} size="sm" />
          <Link
            to={paths.deliveries(workspaceId, owner, webhook.id)}
            aria-label={fill(words.deliveriesToTargetUrl, { targetUrl: target_url })}
            className="inline-flex h-7 items-center gap-1.5 rounded-md border border-control/60 bg-surface px-2.5 text-sm font-medium hover:bg-hover"
          >
            <ListChecks aria-hidden className="size-4" />
            {words.deliveries}
          </Link>
          <WebhookMenu owner={owner} webhook={webhook} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-ink-2">
        <WebhookState webhook={webhook} />
        <span>
          {fillWith(words.lastTriggeredTime, {
            time: <Time at={webhook.last_trigger_time} otherwise="never" />,
          })}
        </span>
      </div>
      <WebhookAdvice owner={owner} webhook={webhook} />
    </li>
  )
}
