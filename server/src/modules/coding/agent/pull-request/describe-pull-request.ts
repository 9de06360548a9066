import { oneLine } from '../../../../platform/text/one-line.ts'
import { shorten } from '../../../../platform/text/shorten.ts'
import type { Deps } from '../../deps.ts'
import type { SessionRow } from '../../tables.ts'
import type { CheckResult } from '../checks/checks.ts'
import type { WorkPlace } from '../work/work-place.ts'
import { describeChange } from './describe-change.ts'

const LONGEST_BODY = 60_000
const LONGEST_OUTPUT = 2_000
const LONGEST_COMMAND = 200
/** Of the diff that the description is written from. */
const LIMITS = { maxFiles: 200, maxPatchBytes: 20_000 }

/** What the change does, which checks fail, and what the person wants it to say. */
export async function describePullRequest(
  deps: Deps,
  session: SessionRow,
  { copy, startCommit, pushedCommit, workspaceId }: WorkPlace,
  checks: readonly CheckResult[],
  signal: AbortSignal,
): Promise<string> {
  const { title, app_id, user_id } = session
  const { files } = pushedCommit === null ? { files: [] } : await copy.diff(startCommit, pushedCommit, LIMITS)
  const { description } = await describeChange(deps, {
    ...{ title, summary: session.summary ?? '', files, signal },
    usedBy: { workspace_id: workspaceId, app_id, user_id },
  })
  const parts = [
    description,
    describeChecks(checks),
    session.pull_request_body?.trim() ?? '',
    footerOf(session),
  ]
  return shorten(parts.filter((part) => part !== '').join('\n\n'), LONGEST_BODY)
}

function describeChecks(checks: readonly CheckResult[]): string {
  const failed = checks.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return ''
  const parts = failed.map(
    ({ name, command, output }) =>
      `**${name}** (\`${oneLine(command.replaceAll('`', ''), LONGEST_COMMAND)}\`)\n\n${indented(output.slice(-LONGEST_OUTPUT))}`,
  )
  return `## Checks that fail\n\n${parts.join('\n\n')}`
}

/** As code, whatever marks are in it. */
function indented(text: string): string {
  const lines = text.toWellFormed().trim().split('\n')
  return lines.map((line) => `    ${line}`).join('\n')
}

const footerOf = ({ session_url }: SessionRow) => (session_url ? `[Coding session](${session_url})` : '')
