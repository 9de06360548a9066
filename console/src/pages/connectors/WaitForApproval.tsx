import { APPROVE_MINUTES } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Sending } from '../../act.ts'
import { refresh } from '../../api.ts'
import { connectorsQueries } from '../../connectors-queries.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toasts.tsx'
import { awaitReturn } from './connected-news.ts'
import { isWebAddress } from './open-service.ts'
import type { Waiting } from './use-approval.ts'

const POLL_MS = 3_000
const APPROVE_MS = APPROVE_MINUTES * 60_000

interface WaitForApprovalProps {
  appId: string
  integrationType: string
  name: string
  waiting: Waiting
  /** What starts it again. */
  act: Sending
  onAgain: () => void
  onBack: () => void
  onClose: () => void
}

/** Between the page of the service and the connection: asks now and then whether it was approved. */
export function WaitForApproval(props: WaitForApprovalProps) {
  const { appId, integrationType, name, waiting, act, onAgain, onBack, onClose } = props
  const isLate = useIsLate(waiting.startedAt)
  const { data, error, refetch } = useQuery({
    ...connectorsQueries.status(appId, integrationType, waiting.connectionId),
    // Not while the tab is hidden: it asks at once when somebody comes back to it.
    refetchInterval: ({ state }) => (isLate || isOver(state.data?.status) ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
  })
  const isActive = data?.status === 'ACTIVE'
  useEffect(() => {
    const of = { app_id: appId, integration_type: integrationType }
    return awaitReturn(of, () => void refetch())
  }, [appId, integrationType, refetch])
  useEffect(() => {
    if (!isActive) return
    void refresh('connections', 'connectors', 'audit')
    toast.done(`${name} connected`)
    onClose()
  }, [isActive, name, onClose])

  const hasFailed = data?.status === 'FAILED'
  return (
    <Dialog title={`Approve it at ${name}`} onClose={onClose}>
      <DialogBody>
        <FormFailure error={act.error ?? error} />
        {hasFailed ? (
          <Notice tone="danger" title={`${name} was not connected`}>
            {data.error_message ?? 'The service did not let the app in.'}
          </Notice>
        ) : isLate ? (
          <Notice tone="caution" title="Not approved in time">
            Nobody approved it within {APPROVE_MINUTES} minutes. Start again when you are ready.
          </Notice>
        ) : (
          <StillWaiting name={name} waiting={waiting} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onBack}>Back</Button>
        {hasFailed || isLate ? (
          <Button
            look="primary"
            icon={RotateCw}
            isPending={act.isPending}
            onPress={() => {
              if (!act.isPending) onAgain()
            }}
          >
            Start again
          </Button>
        ) : (
          <Button onPress={onClose}>Close</Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function StillWaiting({ name, waiting: { url, isBlocked } }: { name: string; waiting: Waiting }) {
  return (
    <>
      {isBlocked ? (
        <Notice tone="caution" title="Your browser kept the page from opening">
          Open it yourself: approve there within {APPROVE_MINUTES} minutes, then come back here.
        </Notice>
      ) : (
        <p className="text-ink-2">
          A page of {name} opened in a new tab. Approve there within {APPROVE_MINUTES} minutes; this goes on
          by itself.
        </p>
      )}
      {isWebAddress(url) && <ServiceLink url={url}>Open the page of {name}</ServiceLink>}
      <p role="status" className="flex items-center gap-2 text-sm text-ink-3">
        <Spinner />
        Waiting for your approval
      </p>
    </>
  )
}

function ServiceLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex items-center gap-1.5 font-medium text-accent underline underline-offset-2"
    >
      <ExternalLink aria-hidden className="size-4" />
      <span>{children}</span>
    </a>
  )
}

const isOver = (status: string | undefined) => status === 'ACTIVE' || status === 'FAILED'

function useIsLate(startedAt: number): boolean {
  const [lateOf, setLateOf] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLateOf(startedAt), startedAt + APPROVE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [startedAt])
  return lateOf === startedAt
}
