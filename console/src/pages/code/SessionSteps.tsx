import type { CodingSession } from '@atrium/sdk'
import { GitCommitHorizontal, GitPullRequest } from 'lucide-react'
import { Link } from 'react-router'
import { codePaths } from '../../code-paths.ts'
import { LineCounts } from '../../diff/FileDiffs.tsx'
import { visibleText } from '../../diff/visible-text.ts'
import { fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { Markdown } from '../../ui/Markdown.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Time } from '../../ui/Time.tsx'
import { SentMessage } from '../chat/SentMessage.tsx'
import { AskedStep } from './AskedStep.tsx'
import { CallDetails } from './CallDetails.tsx'
import { CheckDetails } from './CheckDetails.tsx'
import type { Step } from './session-steps.ts'
import { isAtWork, SESSION_LOOKS } from './session-words.ts'
import { words } from './words.ts'

interface SessionStepsProps {
  appId: string
  session: CodingSession
  steps: readonly Step[]
}

/** All that happened, oldest first; what it says is text, what it did is folded. */
export function SessionSteps({ appId, session, steps }: SessionStepsProps) {
  return (
    <section aria-label={words.steps}>
      <h3 className="mb-3 font-semibold">{words.steps}</h3>
      <ol className="space-y-4">
        {steps.map((step, place) => (
          <li key={step.seq}>
            <StepItem
              appId={appId}
              step={step}
              isGoingOn={session.state === 'running' && place === steps.length - 1}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="mt-4 flex items-center gap-2 text-sm text-ink-2 empty:mt-0">
        {isAtWork(session.state) && (
          <>
            <Spinner />
            {WORKING[session.state] ?? SESSION_LOOKS[session.state].label}
          </>
        )}
      </p>
    </section>
  )
}

const WORKING: Partial<Record<CodingSession['state'], string>> = {
  queued: words.itBeginsAsSoon,
  running: words.workingOnIt,
  opening_pull_request: words.openingThePullRequest,
  cancelling: words.stopping,
}

interface StepItemProps {
  appId: string
  step: Step
  /** A call without an outcome is being made. */
  isGoingOn: boolean
}

function StepItem({ appId, step, isGoingOn }: StepItemProps) {
  switch (step.kind) {
    case 'message':
      return <SentMessage text={step.text} from={step.from} at={step.at} />
    case 'turn':
      return (
        <div className="space-y-2">
          {step.text.trim() !== '' && <Markdown text={step.text} />}
          {step.calls.length > 0 && (
            <ul className="space-y-1">
              {step.calls.map((call) => (
                <li key={call.id}>
                  <CallDetails call={call} isGoingOn={isGoingOn} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )
    case 'question':
      return <AskedStep step={step} />
    case 'commit':
      return <CommitItem step={step} />
    case 'check':
      return <CheckDetails check={step} />
    case 'pull_request':
      return <PullRequestItem appId={appId} number={step.number} />
    case 'state':
      return (
        <p className="flex items-center gap-3 caption before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <span>
            {SESSION_LOOKS[step.to].label}, <Time at={step.at} />
          </span>
        </p>
      )
  }
}

function CommitItem({ step: { commit, files } }: { step: Extract<Step, { kind: 'commit' }> }) {
  return (
    <details className="text-sm text-ink-2">
      <summary className="cursor-pointer">
        <span className="inline-flex flex-wrap items-center gap-x-2 align-middle">
          {fillWith(words.gitcommithorizontalPushedCountFile, {
            gitcommithorizontal: <GitCommitHorizontal aria-hidden className="size-4" />,
            count: files.length,
            file: files.length === 1 ? 'file' : 'files',
            code: <code className="font-mono text-xs text-ink-3">{commit.slice(0, 10)}</code>,
          })}
        </span>
      </summary>
      <ul className="mt-1.5 space-y-0.5 ps-6">
        {files.map(({ path, additions, deletions }) => (
          <li key={path} className="break-all">
            <code className="font-mono text-xs">{visibleText(path)}</code>{' '}
            <LineCounts additions={additions} deletions={deletions} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function PullRequestItem({ appId, number }: { appId: string; number: number }) {
  const { id: workspaceId } = useWorkspace()
  return (
    <p className="flex items-center gap-2">
      <GitPullRequest aria-hidden className="size-4 text-accent" />
      <Link
        to={codePaths.pullRequest(workspaceId, appId, number)}
        className="font-medium hover:text-accent hover:underline"
      >
        {fillWith(words.openedPullRequestNumber, { number })}
      </Link>
    </p>
  )
}
