import type { Delivery } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { toastFailure, useRequest } from '../../act.ts'
import { refresh } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { fill } from '../../language/fill.ts'
import { PageHeader } from '../../layout/PageHeader.tsx'
import { usePageName } from '../../layout/page-names.ts'
import { RefreshButton } from '../../layout/RefreshButton.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { DELIVERY_STATUSES, type DeliveriesView, paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { FilteredTable } from '../../table/FilteredTable.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { useView } from '../../table/use-view.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toasts.tsx'
import { webhooksOf } from '../../webhooks-of.ts'
import { DeliveryCharts } from './DeliveryCharts.tsx'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { ownerOf } from './owner-of.ts'
import { pollMs } from './poll-rules.ts'
import { RedeliverFailed } from './RedeliverFailed.tsx'
import { SendTest } from './SendTest.tsx'
import { StatusFilter } from './StatusFilter.tsx'
import { WebhookAdvice, WebhookState } from './WebhookHealth.tsx'
import { describeAnswer, eventOptions, isAccepted } from './webhook-words.ts'
import { words } from './words.ts'

export { ErrorBoundary } from './WebhooksTab.tsx'

export function loader({ request, params }: LoaderFunctionArgs) {
  const owner = ownerOf(params)
  const { webhook_id = '' } = params
  return loadForEditors(
    request,
    owner.id,
    queries.webhook(owner, webhook_id),
    queries.deliveries(owner, webhook_id, viewOf(new URL(request.url).searchParams)),
  )
}

export function Component() {
  const { id: workspaceId } = useWorkspace()
  const params = useParams()
  const { webhook_id = '' } = params
  const owner = ownerOf(params)
  const view = viewOf(useSearchParams()[0])
  const { data: page } = useSuspenseQuery({
    ...queries.deliveries(owner, webhook_id, view),
    refetchInterval: ({ state: { data } }) =>
      data ? pollMs(data.items, data.counts.pending, new Date()) : false,
  })
  const { data: webhook } = useSuspenseQuery({
    ...queries.webhook(owner, webhook_id),
    refetchInterval: pollMs(page.items, page.counts.pending, new Date()),
  })
  usePageName(
    paths.deliveries(workspaceId, owner, webhook_id),
    fill(words.deliveriesToTargetUrl, { targetUrl: hostOf(webhook.target_url) }),
  )

  return (
    <>
      <PageHeader
        title={words.deliveries}
        description={
          <>
            <p className="font-mono text-sm break-all">{webhook.target_url}</p>
            <div className="mt-1.5 text-sm">
              <WebhookState webhook={webhook} />
            </div>
          </>
        }
        actions={
          <>
            <RefreshButton areas={['deliveries', 'webhooks']} />
            <RedeliverFailed
              owner={owner}
              webhook={webhook}
              failedCount={page.counts.failed}
              eventType={view.event_type}
            />
            <SendTest owner={owner} webhook={webhook} size="md" />
          </>
        }
      />
      <div className="px-5 pb-4 empty:hidden sm:px-8">
        <WebhookAdvice owner={owner} webhook={webhook} />
      </div>
      <DeliveryCharts owner={owner} webhookId={webhook_id} />
      <DeliveryLog page={page} />
    </>
  )
}

/** Webhooks have no names: the server that they go to tells them apart. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

interface DeliveryLogProps {
  page: Awaited<ReturnType<ReturnType<typeof webhooksOf>['deliveries']>>
}

const ANY = 'any'

function DeliveryLog({ page }: DeliveryLogProps) {
  const { id: workspaceId } = useWorkspace()
  const params = useParams()
  const { webhook_id = '' } = params
  const owner = ownerOf(params)
  const pathOf = (next: DeliveriesView) => paths.deliveries(workspaceId, owner, webhook_id, next)
  const [{ status, event_type, search }, show] = useView(viewOf, pathOf)
  const { mutate: redeliver, ...redelivery } = useRedeliver()
  const redelivering = redelivery.isPending ? redelivery.variables : undefined
  const columns = useMemo(() => deliveryColumns(redelivering, redeliver), [redelivering, redeliver])
  const isFiltered = status !== undefined || event_type !== undefined || search !== undefined

  return (
    <>
      <Toolbar label={words.filterDeliveries}>
        <StatusFilter
          counts={page.counts}
          current={status}
          hrefOf={(next) => pathOf({ event_type, search, status: next })}
        />
        <FilterField
          label={words.searchDeliveries}
          placeholder={words.deliveryOrEventId}
          value={search ?? ''}
          onChange={(text) => show({ search: text === '' ? undefined : text }, { replace: true })}
          className="w-full sm:w-64"
        />
        <Select
          label={words.event}
          options={[{ id: ANY, label: words.anyEvent }, ...eventOptions(owner.kind)]}
          value={event_type ?? ANY}
          onChange={(id) => show({ event_type: id === ANY || id === null ? undefined : String(id) })}
          className="w-full sm:w-56"
        />
      </Toolbar>
      {page.items.length > 0 || isFiltered ? (
        <FilteredTable
          label={words.deliveries}
          columns={columns}
          page={page}
          nouns={['delivery', 'deliveries']}
          rowName={({ event_type: type, id }) => `${type} ${id}`}
          detail={(delivery) => <DeliveryDetail owner={owner} webhookId={webhook_id} delivery={delivery} />}
          onClear={() => show({ status: undefined, event_type: undefined, search: undefined })}
        >
          {words.nothingInTheLog}
        </FilteredTable>
      ) : (
        <EmptyState icon={Send} title={words.nothingWasDeliveredYet}>
          {words.eachEventThatThis}
        </EmptyState>
      )}
    </>
  )
}

/** The answer says what came of it: that is the news, not that the button worked. */
function useRedeliver() {
  const params = useParams()
  const { webhook_id = '' } = params
  return useRequest({
    run: (deliveryId: string) => webhooksOf(ownerOf(params)).redeliver(webhook_id, deliveryId),
    onSuccess: async ({ attempts }: Delivery) => {
      await refresh('deliveries', 'webhooks', 'audit')
      const last = attempts.at(-1)
      if (!last) return
      if (isAccepted(last))
        toast.done(fill(words.deliveredLast, { last: describeAnswer(last).toLowerCase() }))
      else toast.failed(fill(words.notDeliveredLast, { last: describeAnswer(last).toLowerCase() }))
    },
    failure: toastFailure,
  })
}

function viewOf(search: URLSearchParams): DeliveriesView {
  return {
    status: DELIVERY_STATUSES.find((known) => known === search.get('status')),
    event_type: search.get('event_type') ?? undefined,
    search: search.get('search') ?? undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}
