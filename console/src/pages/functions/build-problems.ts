/** Where a refused deployment says that something is wrong. */
import { ApiError, type FieldError } from '@atrium/sdk'

export interface SourceFile {
  path: string
  content: string
}

export interface BuildProblem {
  /** Null for what is wrong with the whole. */
  path: string | null
  line: number | null
  message: string
}

/** The rows of a refusal, each at its file and line; none when it was refused for another reason. */
export function problemsOf(error: unknown, files: readonly SourceFile[]): BuildProblem[] {
  return error instanceof ApiError ? error.fields.map((row) => problemOf(row, files)) : []
}

function problemOf({ loc, msg }: FieldError, files: readonly SourceFile[]): BuildProblem {
  // The builder begins with the place: `lib/price.ts:3: …`.
  const named = files.find(({ path }) => msg.startsWith(`${path}:`))
  if (named) {
    const rest = msg.slice(named.path.length + 1)
    const [, line, message = ''] = /^(?:(\d+):)?\s*(.*)$/s.exec(rest) ?? []
    return { path: named.path, line: line === undefined ? null : Number(line), message }
  }
  const [, part, at] = loc
  const path = part === 'files' && typeof at === 'number' ? (files[at]?.path ?? null) : null
  return { path, line: null, message: part === 'files' ? msg : `${loc.slice(1).join('.')}: ${msg}` }
}
