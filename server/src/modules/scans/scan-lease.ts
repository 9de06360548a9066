import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import { tolerate } from '../../platform/tolerate.ts'
import { type Holder, LEASE_SECONDS, scanStore } from './scan-store.ts'
import type { ScanProgress } from './scanner/scan-app.ts'

/** How often progress is stored at most. */
const PROGRESS_MS = 1_000
const EXTEND_MS = (LEASE_SECONDS * 1_000) / 3

export interface ScanLease {
  report(progress: ScanProgress): void
  /** Nothing more is written when this resolves. */
  end(): Promise<void>
}

/** Extends the lease of a scan while it is carried out, and stores how far it is. */
export function holdScan(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  holder: Holder,
  onLost: () => void,
): ScanLease {
  let latest: ScanProgress | null = null
  let writtenAt = performance.now() - PROGRESS_MS
  let writing: Promise<void> | null = null

  const write = async () => {
    const progress = latest
    latest = null
    writtenAt = performance.now()
    const extended = scanStore(db).extend(holder, progress, clock.now())
    if (!(await tolerate(log, 'the lease of a scan was not extended', extended, true))) onLost()
  }
  const writeIfDue = () => {
    const isDue = performance.now() - writtenAt >= (latest ? PROGRESS_MS : EXTEND_MS)
    if (writing || !isDue) return
    writing = write().finally(() => {
      writing = null
    })
  }
  const timer = setInterval(writeIfDue, PROGRESS_MS)

  return {
    report(progress) {
      latest = progress
      writeIfDue()
    },
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}
