/** Which paths the code of an app may have. */
import { MAX_SOURCE_PATH_BYTES, MAX_SOURCE_PATH_DEPTH } from '@atrium/contract/source'
import { invalid } from '../../platform/errors.ts'
import * as paths from '../../platform/files/file-paths.ts'

const LIMITS = { bytes: MAX_SOURCE_PATH_BYTES, depth: MAX_SOURCE_PATH_DEPTH }

/** What is wrong with the path; null when nothing is. */
export function pathProblem(path: string): string | null {
  return paths.pathProblem(path, LIMITS)
}

/** `place`: the part of the request that names it. */
export function requirePath(path: string, place: 'path' | 'query' = 'path'): void {
  const problem = pathProblem(path)
  if (problem !== null) throw invalid([place, 'path'], 'source_path', problem)
}
