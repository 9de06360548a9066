import { ApiError, MAX_WEBHOOKS_PER_AGENT } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleFadingArrowUp, Plus, ShieldAlert, Webhook } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams, useRouteError } from 'react-router'
import { isForEditors, loadForEditors } from '../../editors-only.ts'
import { explainError } from '../../explain-error.ts'
import { ErrorPage } from '../../layout/ErrorPage.tsx'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { CreateWebhook } from './CreateWebhook.tsx'
import { ownerOf } from './owner-of.ts'
import { WebhookCard } from './WebhookCard.tsx'

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
          ? `There can be ${MAX_WEBHOOKS_PER_AGENT} webhooks; delete one first.`
          : undefined
      }
    >
      New webhook
    </Button>
  )

  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title="No webhooks" action={createButton}>
          {owner.kind === 'agent'
            ? 'Have messages of this agent sent to a program of yours as soon as they are there.'
            : 'Have changes of this app’s records sent to a program of yours as they happen.'}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 sm:px-8">
            <p className="text-ink-2">
              {owner.kind === 'agent'
                ? 'Addresses that are notified of every message of this agent.'
                : 'Addresses that are notified of every change of this app’s records.'}
            </p>
            {createButton}
          </div>
          <ul aria-label="Webhooks">
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
              { operation: 'webhooks.create', label: 'Create a webhook' },
              { operation: 'webhooks.list', label: 'List webhooks' },
            ]}
            values={{ agent_id: owner.id }}
          />
        ) : (
          <CodePanel
            calls={[
              { operation: 'app_webhooks.create', label: 'Create a webhook' },
              { operation: 'app_webhooks.list', label: 'List webhooks' },
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
  if (isForEditors(error)) {
    return (
      <EmptyState icon={ShieldAlert} title="For editors">
        Webhooks show where events are sent, so that only editors see them. An editor of the workspace can
        give you this role.
      </EmptyState>
    )
  }
  if (!(error instanceof ApiError) || error.status !== 402) return <ErrorPage />
  const { title, message } = explainError(error)
  return (
    <EmptyState icon={CircleFadingArrowUp} title={title}>
      {message} An owner of the workspace can change its plan.
    </EmptyState>
  )
}
