import { type FailedRequest, MAX_NOTED_PROBLEMS } from '@atrium/contract/test-runs'
import { makeId } from '../../../platform/ids.ts'
import { shorten } from '../../../platform/text/shorten.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { BrowserSession } from '../../../ports/browser/port.ts'
import type { Deps } from '../deps.ts'
import type { ArtifactRow, TestRunRow } from '../tables.ts'
import { artifactStore } from './artifact-store.ts'
import type { Holder } from './test-run-store.ts'

export const MOST_RUN_BYTES = 50 * 2 ** 20
export const MOST_SCREENSHOT_BYTES = 2 * 2 ** 20
const MOST_SNAPSHOT_BYTES = 256 * 2 ** 10
const LONGEST_MESSAGE = 1_000
const LONGEST_URL = 2_048

/** The page as it is when a step has ended. */
export interface Evidence {
  url: string | null
  console_errors: string[]
  failed_requests: FailedRequest[]
  screenshot: Buffer | null
  snapshot: string | null
}

/** What cannot be had, since the page crashed or hangs, is left out. */
export async function captureEvidence(
  session: BrowserSession,
  mask: (text: string) => string,
): Promise<Evidence> {
  const [screenshot, snapshot] = await Promise.all([
    session.screenshot().catch(() => null),
    session.snapshot().catch(() => null),
  ])
  const { console_errors, failed_requests } = session.problems()
  return {
    url: shorten(mask(session.url()), LONGEST_URL),
    console_errors: console_errors
      .slice(0, MAX_NOTED_PROBLEMS)
      .map((message) => shorten(mask(message), LONGEST_MESSAGE)),
    failed_requests: failed_requests.slice(0, MAX_NOTED_PROBLEMS).map(({ method, url, status, error }) => ({
      method,
      url: shorten(mask(url), LONGEST_URL),
      status,
      error: error === null ? null : shorten(mask(error), LONGEST_MESSAGE),
    })),
    screenshot,
    snapshot: snapshot && mask(snapshot.text),
  }
}

export interface EvidenceWriter {
  /** The id under which it can be read; null when it is not kept. */
  write(kind: ArtifactRow['kind'], stepId: string | null, bytes: Buffer): Promise<string | null>
}

const TYPES: Record<ArtifactRow['kind'], string> = {
  screenshot: 'image/jpeg',
  snapshot: 'text/plain',
  trace: 'application/zip',
}
const MOST_BYTES: Record<ArtifactRow['kind'], number> = {
  screenshot: MOST_SCREENSHOT_BYTES,
  snapshot: MOST_SNAPSHOT_BYTES,
  trace: MOST_RUN_BYTES,
}

/** Keeps evidence of a run as long as there is room for it. A storage that fails does not fail the run. */
export function createEvidenceWriter(
  { db, clock, log, fileStorage }: Pick<Deps, 'db' | 'clock' | 'log' | 'fileStorage'>,
  run: TestRunRow & Holder,
): EvidenceWriter {
  let used = 0
  return {
    async write(kind, step_id, bytes) {
      if (bytes.length > MOST_BYTES[kind] || used + bytes.length > MOST_RUN_BYTES) return null
      used += bytes.length
      const now = clock.now()
      const id = makeId('art', now)
      const storage_key = `tests/${run.id}/${id}`
      const row: ArtifactRow = {
        ...{ id, app_id: run.app_id, execution_id: run.id, kind, step_id, storage_key },
        content_type: TYPES[kind],
        bytes: bytes.length,
        created_date: now,
      }
      // The row comes first, so that bytes which nobody asks for any more are found.
      if (!(await artifactStore(db).insert(run, row))) return null
      const stored = fileStorage.put(storage_key, once(bytes), row.content_type)
      if (await tolerate(log, 'evidence of a test run was not stored', stored, null)) return id
      await artifactStore(db).delete([id])
      return null
    },
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}
