import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { FileDiffs } from '../../diff/FileDiffs.tsx'
import { visibleText } from '../../diff/visible-text.ts'
import { fillWith } from '../../language/fill.ts'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'
import { sourceQueries } from '../../source-queries.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { titleOf } from './commit-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', commit_id = '' } }: LoaderFunctionArgs) {
  return load(request, sourceQueries.commit(app_id, commit_id))
}

/** One change: who made it, and what is different by it. */
export function Component() {
  const { app_id = '', commit_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: commit } = useSuspenseQuery(sourceQueries.commit(app_id, commit_id))
  const { message, author_name, created_date, parent_id, files, truncated } = commit
  usePageName(sourcePaths.commit(workspaceId, app_id, commit_id), titleOf(message))
  const more = message.split('\n').slice(1).join('\n').trim()
  return (
    <div className="space-y-5 px-5 py-5 sm:px-8">
      <div>
        <h2 className="text-lg font-semibold tracking-tight break-words">{titleOf(message)}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <span>
            {fillWith(words.timeByAuthorName, { time: <Time at={created_date} />, authorName: author_name })}
          </span>
          <span className="inline-flex items-center gap-0.5 font-mono text-xs">
            {commit_id.slice(0, 12)}
            <CopyButton text={commit_id} label={words.copyTheIdOf} />
          </span>
        </p>
        {more && <p className="mt-2 max-w-3xl whitespace-pre-wrap text-ink-2">{visibleText(more)}</p>}
        {parent_id === null && <p className="mt-2 text-sm text-ink-3">{words.thisIsTheFirst}</p>}
      </div>
      <FileDiffs
        files={files}
        truncated={truncated}
        pathOf={({ path, status }) =>
          status === 'deleted' ? null : sourcePaths.fileThen(workspaceId, app_id, commit_id, path)
        }
      />
    </div>
  )
}
