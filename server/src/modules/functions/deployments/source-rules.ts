/** What the files of a function must be like; pure. */
import { MAX_FUNCTION_BYTES, MAX_FUNCTION_FILES } from '@atrium/contract/functions'
import { ApiError, invalid, type ValidationRow } from '../../../platform/errors.ts'
import type { BuildProblem, SourceFile } from '../../../ports/function-runtime/port.ts'

/** Refuses files that cannot be those of a function, each by its place. */
export function requireSource(entry: string, files: readonly SourceFile[]): void {
  const faults = files.flatMap(({ path }, index): ValidationRow[] => {
    const msg =
      pathProblem(path) ?? (isTaken(files, index) ? 'Another file, or a folder, has this path' : null)
    return msg === null ? [] : [{ loc: ['body', 'files', index, 'path'], type: 'file_path', msg }]
  })
  if (faults.length > 0) throw new ApiError('validation_error', { detail: faults.slice(0, 50) })
  if (files.length > MAX_FUNCTION_FILES) throw tooLarge(`A function has at most ${MAX_FUNCTION_FILES} files`)
  if (bytesOf(files) > MAX_FUNCTION_BYTES) {
    throw tooLarge(`The files of a function have at most ${MAX_FUNCTION_BYTES / 1024 / 1024} MiB together`)
  }
  if (!files.some(({ path }) => path === entry)) {
    throw invalid(['body', 'entry'], 'file_path', 'The entry must be the path of one of the files')
  }
}

export function bytesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
}

/** What the builder says, as a 422 with the place of each problem. */
export function buildRefusal(files: readonly SourceFile[], problems: readonly BuildProblem[]): ApiError {
  const detail = problems.slice(0, 50).map(({ path, line, message }) => {
    const index = files.findIndex((file) => file.path === path)
    const place = path === null ? '' : line === null ? `${path}: ` : `${path}:${line}: `
    const loc = ['body', 'files', ...(index < 0 ? [] : [index])]
    return { loc, type: 'build', msg: `${place}${message}` }
  })
  return new ApiError('validation_error', { detail })
}

/** In the order of their paths, so that the same files are found to be the same. */
export function inOrder(files: readonly SourceFile[]): SourceFile[] {
  return files
    .map(({ path, content }) => ({ path, content }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function tooLarge(msg: string): ApiError {
  return invalid(['body', 'files'], 'too_long', msg)
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function pathProblem(path: string): string | null {
  if (Buffer.byteLength(path) > 256) return 'A path has at most 256 bytes'
  if (UNSEEN.test(path) || path.includes('\\')) return 'A path has no control characters and no backslash'
  const names = path.split('/')
  if (names.includes('')) return 'A path is relative, with one slash between two names'
  if (names.includes('.') || names.includes('..')) return 'A path names no folder by dots'
  return null
}

/** By a file of the same path, or one that would have to be a folder; the first of two is right. */
function isTaken(files: readonly SourceFile[], index: number): boolean {
  const path = files[index]?.path ?? ''
  return files.some(
    (other, at) =>
      at < index &&
      (other.path === path || other.path.startsWith(`${path}/`) || path.startsWith(`${other.path}/`)),
  )
}
