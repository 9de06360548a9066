import { APPROVE_MINUTES } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Sending } from '../../act.ts'
import { refresh } from '../../api.ts'
import { connectorsQueries } from '../../connectors-queries.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toasts.tsx'
import { awaitReturn } from './connected-news.ts'
import { isWebAddress } from './open-service.ts'
import type { Waiting } from './use-approval.ts'
import { words } from './words.ts'

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
    toast.done(fill(words.nameConnected, { name }))
    onClose()
  }, [isActive, name, onClose])

  const hasFailed = data?.status === 'FAILED'
  return (
    <Dialog title={fill(words.approveItAtName, { name })} onClose={onClose}>
      <DialogBody>
        <FormFailure error={act.error ?? error} />
        {hasFailed ? (
          <Notice tone="danger" title={fill(words.nameWasNotConnected, { name })}>
            {data.error_message ?? words.theServiceDidNot}
          </Notice>
        ) : isLate ? (
          <Notice tone="caution" title={words.notApprovedInTime}>
            {fillWith(words.nobodyApprovedItWithin, { approveMinutes: APPROVE_MINUTES })}
          </Notice>
        ) : (
          <StillWaiting name={name} waiting={waiting} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onBack}>{words.back}</Button>
        {hasFailed || isLate ? (
          <Button
            look="primary"
            icon={RotateCw}
            isPending={act.isPending}
            onPress={() => {
              if (!act.isPending) onAgain()
            }}
          >
            {words.startAgain}
          </Button>
        ) : (
          <Button onPress={onClose}>{words.close}</Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function StillWaiting({ name, waiting: { url, isBlocked } }: { name: string; waiting: Waiting }) {
  return (
    <>
      {isBlocked ? (
        <Notice tone="caution" title={words.yourBrowserKeptThe}>
          {fillWith(words.openItYourselfApprove, { approveMinutes: APPROVE_MINUTES })}
        </Notice>
      ) : (
        <p className="text-ink-2">{fillWith(words.aPageOfName, { name, approveMinutes: APPROVE_MINUTES })}</p>
      )}
      {isWebAddress(url) && <ServiceLink url={url}>{fillWith(words.openThePageOf, { name })}</ServiceLink>}
      <p role="status" className="flex items-center gap-2 text-sm text-ink-3">
        <Spinner />
        {words.waitingForYourApproval}
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
