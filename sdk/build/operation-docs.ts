/** What an editor shows of an operation. */
import { type Bucket, type ErrorCode, errors, type Operation, refusalsOf } from '@atrium/contract'
import { sentence } from './field-notes.ts'

const COUNTED: Record<Bucket, string> = {
  caller: 'for each caller',
  'caller+app': 'for each caller and app',
  app: 'for each app',
  pool: 'for each session, and for all tokens of a workspace together',
  address: 'for each address that requests come from',
}

/** Summary, description, limit, and each refusal with its status. */
export function operationDocs(operation: Operation): string[] {
  const { summary, description, limit, method, path, refuses = [] } = operation
  const implied = refusalsOf(operation).filter((code) => !refuses.includes(code))
  return [
    sentence(summary),
    ...(description ? ['', description] : []),
    '',
    `\`${method} ${path}\``,
    ...(limit ? ['', limitText(limit)] : []),
    '',
    ...[...refuses]
      .sort(byStatus)
      .map((code) => `@throws {ApiError} ${named(code)}: ${errors[code].message}`),
    ...(implied.length > 0 ? [`@throws {ApiError} As elsewhere: ${implied.map(named).join(', ')}`] : []),
  ]
}

function limitText({ per_minute, bucket, group }: NonNullable<Operation['limit']>): string {
  const together = group === undefined ? '' : ', counted together with others of its kind'
  return `At most ${per_minute} a minute ${COUNTED[bucket]}${together}.`
}

function byStatus(a: ErrorCode, b: ErrorCode): number {
  return errors[a].status - errors[b].status || (a < b ? -1 : 1)
}

function named(code: ErrorCode): string {
  return `${errors[code].status} \`${code}\``
}
