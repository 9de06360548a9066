import type { SecurityScan } from '@atrium/sdk'
import { Download, ScanSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { toastFailure, useAct, useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { saveFile } from '../../save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Meter } from '../../ui/Meter.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { isUnderWay, stateOf } from './scan-words.ts'
import { words } from './words.ts'

interface ScanStateProps {
  appId: string
  scan: SecurityScan
  /** What else can be done with the findings. */
  children?: ReactNode
}

/** How the latest scan stands, in words, and a way to run another. */
export function ScanState({ appId, scan, children }: ScanStateProps) {
  const { title, text, tone } = stateOf(scan)
  const { result, progress, status } = scan
  return (
    <section aria-label={words.stateOfTheScan} className="px-5 pt-5 pb-4 sm:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div role="status" className="max-w-2xl min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">
            <StatusDot tone={tone}>{title}</StatusDot>
          </h2>
          <p className="mt-0.5 break-words text-ink-2">{text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {children}
          {result && <DownloadSarif appId={appId} />}
          <RunScan appId={appId} status={status} />
        </div>
      </div>
      {status === 'scanning' && progress && progress.total > 0 && (
        <div className="mt-3 max-w-2xl">
          <Meter
            label={words.progressOfTheScan}
            value={progress.done}
            max={progress.total}
            valueLabel={fill(words.doneOfTotal, { done: progress.done, total: progress.total })}
            tone="good"
            size="full"
          />
        </div>
      )}
      {result && (
        <p className="mt-3 max-w-2xl text-sm break-words text-ink-2">
          {result.analysis_summary}{' '}
          <span className="text-ink-3">
            {fillWith(words.scannedTime, { time: <Time at={result.scanned_at} /> })}
          </span>
        </p>
      )}
    </section>
  )
}

export function RunScan({ appId, status }: { appId: string; status: SecurityScan['status'] }) {
  const run = useAct({
    run: () => client.scans.run({ app_id: appId }),
    touches: ['scans'],
    done: (answer) => (answer.status === 'up_to_date' ? words.nothingHasChangedSince : words.theScanIsOn),
    failure: toastFailure,
  })
  return (
    <Button
      look="primary"
      icon={ScanSearch}
      isPending={run.isPending}
      disabledReason={isUnderWay(status) ? words.aScanIsUnder : undefined}
      // The second press of a double click comes before the page is drawn again.
      onPress={() => run.progress.current.running === 0 && run.mutate()}
    >
      {words.runScan}
    </Button>
  )
}

function DownloadSarif({ appId }: { appId: string }) {
  const download = useRequest({
    run: async () => {
      const sarif = await client.scans.export({ app_id: appId })
      saveFile(new Blob([JSON.stringify(sarif, null, 2)], { type: 'application/json' }), `${appId}.sarif`)
    },
    failure: toastFailure,
  })
  return (
    <Button icon={Download} isPending={download.isPending} onPress={() => download.mutate()}>
      {words.downloadSarif}
    </Button>
  )
}
