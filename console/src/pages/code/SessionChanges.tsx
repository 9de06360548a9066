import type { CodingSession } from '@atrium/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { codingQueries } from '../../coding-queries.ts'
import { FileDiffs } from '../../diff/FileDiffs.tsx'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { hasEnded } from './session-words.ts'
import { words } from './words.ts'

interface SessionChangesProps {
  appId: string
  session: CodingSession
  /** The last one that it pushed; null before that. */
  commit: string | null
  /** It ended before, and somebody asked for more. */
  isLaterRound: boolean
}

/** What the session has changed so far: its pull request, or its branch as long as there is none. */
export function SessionChanges({ appId, session, commit, isLaterRound }: SessionChangesProps) {
  const diff = useQuery({
    ...codingQueries.diff(appId, session.id, commit),
    enabled: commit !== null,
    placeholderData: keepPreviousData,
  })
  if (commit === null && hasEnded(session.state)) return null
  return (
    <section aria-label={words.changes}>
      <h3 className="mb-2 font-semibold">{words.changes}</h3>
      {isLaterRound && !isOpen(session.pull_request) && (
        <p className="mb-2 text-sm text-ink-3">{words.roundsBeforeTheLast}</p>
      )}
      {commit === null ? (
        <p className="text-sm text-ink-3">{words.nothingHasChangedYet}</p>
      ) : diff.data ? (
        <FileDiffs files={diff.data.files} truncated={diff.data.truncated} />
      ) : diff.error ? (
        <PartFailure error={diff.error} onRetry={() => void diff.refetch()} isRetrying={diff.isFetching} />
      ) : (
        <PartLoading what={words.theChanges} />
      )}
    </section>
  )
}

const isOpen = (pull: CodingSession['pull_request']) => pull?.state === 'open' || pull?.state === 'draft'
