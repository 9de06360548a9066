import { ApiError, MAX_WEBHOOKS_PER_AGENT } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleFadingArrowUp, Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams, useRouteError } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { explainError } from '../../explain-error.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { CreateWebhook } from './CreateWebhook.tsx'
import { ownerOf } from './owner-of.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { words } from './words.ts'

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadForEditors(request, ownerOf(params).id, queries.webhooks(ownerOf(params)))
}

export function Component() {
  const owner = ownerOf(useParams())
  const { data: webhooks } = useSuspenseQuery(queries.webhooks(owner))
  const [isCreating, setCreating] = useState(false)
  const createButton = (
    <Button
      look="primary"
      icon={Plus}
      onPress={() => setCreating(true)}
      disabledReason={
        webhooks.length >= MAX_WEBHOOKS_PER_AGENT
          ? fill(words.thereCanBeMaxWebhooksPerAgent, { maxWebhooksPerAgent: MAX_WEBHOOKS_PER_AGENT })
          : undefined
      }
    >
      {words.newWebhook}
    </Button>
  )

  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title={words.noWebhooks} action={createButton}>
          {owner.kind === 'agent' ? words.haveMessagesOfThis : words.haveChangesOfThis}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 sm:px-8">
            <p className="text-ink-2">
              {owner.kind === 'agent' ? words.addressesThatAreNotified : words.addressesThatAreNotifiedOf}
            </p>
            {createButton}
          </div>
          <ul aria-label={words.webhooks}>
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} owner={owner} webhook={webhook} />
            ))}
          </ul>
        </>
      )}
      <div className="px-5 py-6 sm:px-8">
        {owner.kind === 'agent' ? (
          <CodePanel
            calls={[
              { operation: 'webhooks.create', label: words.createAWebhook },
              { operation: 'webhooks.list', label: words.listWebhooks },
            ]}
            values={{ agent_id: owner.id }}
          />
        ) : (
          <CodePanel
            calls={[
              { operation: 'app_webhooks.create', label: words.createAWebhook },
              { operation: 'app_webhooks.list', label: words.listWebhooks },
            ]}
            values={{ app_id: owner.id }}
          />
        )}
      </div>
      {isCreating && <CreateWebhook owner={owner} onClose={() => setCreating(false)} />}
    </>
  )
}

/** A refusal that the person can do something about is explained where the list would be. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!(error instanceof ApiError) || error.status !== 402)
    return <EditorsOnly>{words.webhooksShowWhereEvents}</EditorsOnly>
  const { title, message } = explainError(error)
  return (
    <EmptyState icon={CircleFadingArrowUp} title={title}>
      {fillWith(words.messageAnOwnerOf, { message })}
    </EmptyState>
  )
}
