import { GitFailed, type GitFault } from '../git/port.ts'
import { ForgeFailed, type ForgeFault } from './port.ts'

/** What git reports, in the words of forges; what is a fault of ours passes as it is. */
export async function asForge<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GitFailed) || error.fault === 'failed') throw error
    throw new ForgeFailed(FAULTS[error.fault] ?? 'unreachable', error.message, { cause: error })
  }
}

const FAULTS: Partial<Record<GitFault, ForgeFault>> = {
  access_denied: 'access_denied',
  not_found: 'not_found',
  conflict: 'conflict',
  moved: 'changed',
  rejected: 'refused',
  bad_name: 'refused',
  too_large: 'refused',
}
