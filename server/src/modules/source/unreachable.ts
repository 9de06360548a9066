import type { ErrorCode } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { ObjectMissing, PathBlocked, SourceUnavailable } from '../../ports/source-storage/port.ts'

/** What a storage throws, as refusals. What is missing is a failure of ours, unless it was asked for by its id. */
export async function reachable<T>(
  work: () => Promise<T>,
  missing: ErrorCode = 'source_unavailable',
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof ObjectMissing) throw refuse(missing, { cause })
    if (cause instanceof PathBlocked) throw refuse('source_path_taken', { cause })
    if (cause instanceof SourceUnavailable) throw refuse('source_unavailable', { cause })
    throw cause
  }
}
