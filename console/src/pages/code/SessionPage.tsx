import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { InputPart } from './InputPart.tsx'
import { PlanPart } from './PlanPart.tsx'
import { SessionChanges } from './SessionChanges.tsx'
import { SessionHeader } from './SessionHeader.tsx'
import { SessionMessageBox } from './SessionMessageBox.tsx'
import { SessionOutcome } from './SessionOutcome.tsx'
import { SessionPullRequest } from './SessionPullRequest.tsx'
import { SessionSteps } from './SessionSteps.tsx'
import { isLaterRound, stepsOf } from './session-steps.ts'
import { hasEnded } from './session-words.ts'
import { UsagePart } from './UsagePart.tsx'
import { useLiveSession } from './use-live-session.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', session_id = '' } }: LoaderFunctionArgs) {
  return load(
    request,
    queries.app(app_id),
    codingQueries.session(app_id, session_id),
    codingQueries.events(app_id, session_id),
  )
}

export function Component() {
  const { app_id = '', session_id = '' } = useParams()
  return <ShownSession key={`${app_id} ${session_id}`} appId={app_id} sessionId={session_id} />
}

/** One session: its steps as they come, what it asks, what it changed, and its pull request. */
function ShownSession({ appId, sessionId }: { appId: string; sessionId: string }) {
  const { data: app } = useSuspenseQuery(queries.app(appId))
  const { session, events } = useLiveSession(appId, sessionId)
  const steps = useMemo(() => stepsOf(events), [events])
  const mayEdit = canEditApp(app)
  const commit = steps.findLast((step) => step.kind === 'commit')?.commit ?? null
  return (
    <>
      <SessionHeader appId={appId} session={session} mayEdit={mayEdit} />
      <StandIn of="language_model" className="px-5 pb-5 sm:px-8" />
      <div className="grid gap-x-10 gap-y-8 px-5 pb-10 sm:px-8 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]">
        <SessionOutcome session={session} mayEdit={mayEdit} />
        <aside
          aria-label={words.aboutTheSession}
          className="space-y-6 xl:col-start-2 xl:row-span-2 xl:row-start-1"
        >
          {session.pull_request && (
            <SessionPullRequest appId={appId} pullRequest={session.pull_request} mayEdit={mayEdit} />
          )}
          <PlanPart plan={session.plan} isOver={hasEnded(session.state)} />
          <UsagePart session={session} />
        </aside>
        <div className="min-w-0 space-y-8 xl:col-start-1">
          <SessionSteps steps={steps} session={session} appId={appId} />
          {session.input_request_id && session.state === 'needs_input' ? (
            <InputPart
              key={session.input_request_id}
              appId={appId}
              session={session}
              requestId={session.input_request_id}
              mayEdit={mayEdit}
            />
          ) : (
            mayEdit && <SessionMessageBox appId={appId} session={session} events={events} />
          )}
          <SessionChanges
            appId={appId}
            session={session}
            commit={commit}
            isLaterRound={isLaterRound(steps)}
          />
        </div>
      </div>
    </>
  )
}
