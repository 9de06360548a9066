import type { PullRequestDetail } from '@atrium/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { codePaths } from '../../code-paths.ts'
import { codingQueries } from '../../coding-queries.ts'
import { FileDiffs } from '../../diff/FileDiffs.tsx'
import { fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { Time } from '../../ui/Time.tsx'
import { Comments } from './Comments.tsx'
import { mergeWords, PullRequestActs } from './PullRequestActs.tsx'
import { PULL_REQUEST_LOOKS } from './session-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', number = '' } }: LoaderFunctionArgs) {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw data(null, { status: 404 })
  return load(request, queries.app(app_id), codingQueries.pullRequest(app_id, Number(number)))
}

/** One pull request: what it says, what it changes, what people say about it. */
export function Component() {
  const { app_id = '', number: text = '' } = useParams()
  const number = Number(text)
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: pullRequest } = useSuspenseQuery(codingQueries.livePullRequest(app_id, number))
  const diff = useQuery(codingQueries.pullRequestDiff(app_id, number, pullRequest.head_sha))
  const mayEdit = canEditApp(app)
  return (
    <>
      <PullRequestHeader appId={app_id} pullRequest={pullRequest} mayEdit={mayEdit} />
      <div className="space-y-8 px-5 pb-10 sm:px-8">
        <section aria-label={words.description} className="max-w-3xl">
          {pullRequest.body.trim() ? (
            <Markdown text={pullRequest.body} />
          ) : (
            <p className="text-ink-3">{words.itHasNoDescription}</p>
          )}
        </section>
        <section aria-label={words.changes}>
          <h3 className="mb-2 font-semibold">{words.changes}</h3>
          {diff.data ? (
            <FileDiffs files={diff.data.files} truncated={diff.data.truncated} />
          ) : diff.error ? (
            <PartFailure
              error={diff.error}
              onRetry={() => void diff.refetch()}
              isRetrying={diff.isFetching}
            />
          ) : (
            <PartLoading what={words.theChanges} />
          )}
        </section>
        <Comments key={`${app_id} ${number}`} appId={app_id} number={number} mayEdit={mayEdit} />
      </div>
    </>
  )
}

interface PullRequestHeaderProps {
  appId: string
  pullRequest: PullRequestDetail
  mayEdit: boolean
}

function PullRequestHeader({ appId, pullRequest, mayEdit }: PullRequestHeaderProps) {
  const { id: workspaceId } = useWorkspace()
  const { label, tone } = PULL_REQUEST_LOOKS[pullRequest.state]
  const { title, number, author, created_at, head_branch, commits } = pullRequest
  usePageName(codePaths.pullRequest(workspaceId, appId, number), title)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 pt-5 pb-5 sm:px-8">
      <div className="min-w-0 max-w-full">
        <h2 className="text-lg font-semibold tracking-tight break-words">
          {title} <span className="font-normal text-ink-3">#{number}</span>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <span aria-live="polite">
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span>
            {fillWith(words.timeByAuthor, { time: <Time at={created_at} />, author: author ?? 'somebody' })}
          </span>
          <span>
            {commits} {commits === 1 ? 'commit' : 'commits'}
          </span>
          <span className="inline-flex min-w-0 items-center gap-0.5">
            <code className="min-w-0 font-mono text-xs break-all">{head_branch}</code>
            <CopyButton text={head_branch} label={words.copyTheNameOf} />
          </span>
        </p>
        <p className="mt-1 text-sm text-ink-3">{mergeWords(pullRequest)}</p>
      </div>
      <div className="ms-auto flex flex-wrap gap-2">
        <PullRequestActs appId={appId} pullRequest={pullRequest} mayEdit={mayEdit} />
      </div>
    </div>
  )
}
