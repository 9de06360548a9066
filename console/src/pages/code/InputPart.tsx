import type { CodingSession } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { codingQueries } from '../../coding-queries.ts'
import { fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { Time } from '../../ui/Time.tsx'
import { ApprovalForm } from './ApprovalForm.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { words } from './words.ts'

interface InputPartProps {
  appId: string
  session: CodingSession
  requestId: string
  mayEdit: boolean
}

/** What the session waits for: answers, or leave to go on. */
export function InputPart({ appId, session, requestId, mayEdit }: InputPartProps) {
  const request = useQuery(codingQueries.inputRequest(appId, session.id, requestId))
  const asked = request.data
  return (
    <section
      aria-label={words.openQuestion}
      className="rounded-lg border border-caution/50 bg-caution-soft/40 px-4 py-4"
    >
      <h3 className="mb-2 font-semibold">
        {asked?.kind === 'approval' ? words.itNeedsYourApproval : words.itNeedsAnAnswer}
      </h3>
      {/* A later read that fails does not take away what is being written. */}
      {request.error && asked === undefined ? (
        <PartFailure
          error={request.error}
          onRetry={() => void request.refetch()}
          isRetrying={request.isFetching}
        />
      ) : asked === undefined ? (
        <PartLoading what={words.theQuestion} />
      ) : asked === null || asked.id !== requestId ? (
        <p className="text-ink-2">{words.thisQuestionWasAnswered}</p>
      ) : (
        <>
          {(asked.kind === 'approval' || !mayEdit) && <Markdown text={asked.prompt} />}
          {!mayEdit ? (
            <p className="mt-2 text-sm text-ink-3">{words.editorsOfTheApp}</p>
          ) : asked.kind === 'approval' ? (
            <ApprovalForm appId={appId} sessionId={session.id} requestId={requestId} />
          ) : (
            <QuestionForm appId={appId} sessionId={session.id} request={asked} />
          )}
          <p className="mt-3 caption">
            {fillWith(words.itWaitsUntilThen, { time: <Time at={asked.expires_at} /> })}
          </p>
        </>
      )}
    </section>
  )
}
