import type { PullRequest } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { GitPullRequest } from 'lucide-react'
import { Link } from 'react-router'
import { codePaths } from '../../code-paths.ts'
import { codingQueries } from '../../coding-queries.ts'
import { LineCounts } from '../../diff/FileDiffs.tsx'
import { explainError } from '../../explain-error.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Badge } from '../../ui/Badge.tsx'
import { mergeWords, PullRequestActs } from './PullRequestActs.tsx'
import { PULL_REQUEST_LOOKS } from './session-words.ts'
import { words } from './words.ts'

interface SessionPullRequestProps {
  appId: string
  /** As the session knows it; what the forge says now is read. */
  pullRequest: PullRequest
  mayEdit: boolean
}

export function SessionPullRequest({ appId, pullRequest, mayEdit }: SessionPullRequestProps) {
  const { id: workspaceId } = useWorkspace()
  const { number } = pullRequest
  const now = useQuery(codingQueries.livePullRequest(appId, number))
  const { title, state, changed_files, additions, deletions } = now.data ?? pullRequest
  const { label, tone } = PULL_REQUEST_LOOKS[state]
  return (
    <section
      aria-label={words.pullRequest2}
      className="rounded-lg border border-line px-4 py-3.5 shadow-panel"
    >
      <h3 className="flex items-start gap-2 font-semibold">
        <GitPullRequest aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <Link
          to={codePaths.pullRequest(workspaceId, appId, number)}
          className="min-w-0 break-words hover:text-accent hover:underline"
        >
          {title} <span className="font-normal text-ink-3">#{number}</span>
        </Link>
      </h3>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
        <span aria-live="polite">
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span>
          {changed_files} {changed_files === 1 ? 'file' : 'files'}
        </span>
        <LineCounts additions={additions} deletions={deletions} />
      </p>
      {now.data && <p className="mt-1 text-sm text-ink-3">{mergeWords(now.data)}</p>}
      {now.error && <p className="mt-1 text-sm text-caution">{explainError(now.error).message}</p>}
      {now.data && (
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <PullRequestActs appId={appId} pullRequest={now.data} mayEdit={mayEdit} />
        </div>
      )}
    </section>
  )
}
