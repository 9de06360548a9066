import type { StartedRecording } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { isMissing, isUnreachable } from '../../explain-error.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { testsQueries } from '../../tests-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RecordedSteps } from './RecordedSteps.tsx'
import { useDiscardRecording } from './use-discard-recording.ts'
import { words } from './words.ts'

const POLL_MS = 1_500
const AWAY_MS = 5_000

interface RecordingNowProps {
  appId: string
  started: StartedRecording
  onAgain: () => void
  onClose: () => void
}

/** A recording that takes what a person does: how to begin, and the steps as they come. */
export function RecordingNow({ appId, started, onAgain, onClose }: RecordingNowProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const recording = useQuery({
    ...testsQueries.recording(appId, started.id),
    initialData: started,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state: { data, error } }) => {
      if (isUnreachable(error)) return AWAY_MS
      return error || data?.status === 'closed' ? false : POLL_MS
    },
    // One is in another tab while it goes on.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  })
  const discard = useDiscardRecording(appId)
  const { steps, status, dropped } = recording.data
  const isOver = isMissing(recording.error)
  return (
    <>
      <Dialog
        title={status === 'closed' ? words.recorded : words.recording}
        width="lg"
        onClose={() => (isOver ? onClose() : setLeaving(true))}
      >
        <DialogBody>
          {isOver ? (
            <Notice tone="caution" title={words.thisRecordingHasEnded}>
              {words.itsTwoHoursAre}
            </Notice>
          ) : (
            <>
              {recording.error && (
                <PartFailure
                  error={recording.error}
                  onRetry={() => void recording.refetch()}
                  isRetrying={recording.isFetching}
                />
              )}
              {status === 'open' && <HowToRecord bookmark={started.bookmark} snippet={started.snippet} />}
              <RecordedSteps steps={steps} dropped={dropped} isOpen={status === 'open'} />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          {isOver ? (
            <>
              <Button onPress={onClose}>{words.close}</Button>
              <Button look="primary" onPress={onAgain}>
                {words.beginAgain}
              </Button>
            </>
          ) : (
            <>
              <Button look="danger-quiet" onPress={() => setLeaving(true)} className="me-auto">
                {words.discard}
              </Button>
              <Button
                look="primary"
                disabledReason={steps.length === 0 ? words.nothingWasRecordedYet : undefined}
                onPress={() => void navigate(paths.newTest(workspaceId, appId, started.id))}
              >
                {words.makeATestOf}
              </Button>
            </>
          )}
        </DialogFooter>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          title={words.discardThisRecording}
          confirmLabel={words.discardRecording}
          cancelLabel={words.goOnRecording}
          act={discard}
          onClose={() => setLeaving(false)}
          // If it fails, it ends by itself after its two hours: nobody has to stay for that.
          onConfirm={() => discard.mutate(started.id, { onSettled: onClose })}
        >
          <p>
            {words.theBookmarkStopsWorking}
            {steps.length > 0
              ? fill(words.andItsStepLost, {
                  itsStep: steps.length === 1 ? words.itsStepIs : words.itsStepsAre,
                })
              : '.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function HowToRecord({ bookmark, snippet }: { bookmark: string; snippet: string }) {
  return (
    <ol className="list-decimal space-y-3 ps-5 marker:text-ink-3">
      <li>
        <p>{words.dragThisToYour}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <Bookmark address={bookmark} />
          <CopyButton text={bookmark} label={words.copyTheBookmark} />
        </div>
        <details className="mt-2">
          <summary className="w-fit rounded-sm text-sm text-ink-2 hover:text-ink hover:underline">
            {words.bookmarksDoNotWork}
          </summary>
          <div className="mt-1.5 flex items-start gap-1 rounded-md border border-line bg-sunken py-1.5 pe-1.5 ps-3">
            <code className="min-w-0 flex-1 font-mono text-xs leading-6 break-all">{snippet}</code>
            <CopyButton text={snippet} label={words.copyTheScript} />
          </div>
          <p className="caption mt-1">{words.onlyInAPreview}</p>
        </details>
      </li>
      <li>{words.openYourAppIn}</li>
      <li>{words.doWhatTheTest}</li>
    </ol>
  )
}

function Bookmark({ address }: { address: string }) {
  const put = useCallback((node: HTMLAnchorElement | null) => putAddress(node, address), [address])
  return (
    <a
      ref={put}
      href="#bookmark"
      draggable
      title={words.dragItToYour}
      className="inline-flex h-9 cursor-grab items-center gap-2 rounded-md border border-dashed border-accent bg-accent-soft/60 px-3.5 font-medium text-accent-strong"
    >
      {fillWith(words.spanRecordInAtrium, {
        span: <span aria-hidden className="size-2.5 rounded-full bg-danger-fill" />,
      })}
    </a>
  )
}

/** React refuses such addresses, since a click would run them here; this one is only to be dragged away. */
function putAddress(node: HTMLAnchorElement | null, address: string) {
  if (!node || !address.startsWith('javascript:')) return
  node.setAttribute('href', address)
  const stay = (event: Event) => event.preventDefault()
  node.addEventListener('click', stay)
  return () => node.removeEventListener('click', stay)
}
