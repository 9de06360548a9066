import type { ChatMessage } from '@atrium/sdk'
import { Database, Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FileDiffs } from '../../diff/FileDiffs.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Markdown } from '../../ui/Markdown.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { FAULT_TITLES } from '../code/session-words.ts'
import { SentMessage } from './SentMessage.tsx'
import { words } from './words.ts'

/** What a person asked for, and what the builder made of it. */
export function ChatTurn({ appId, message }: { appId: string; message: ChatMessage }) {
  const { text, from, created_date, status, reply, files, entities } = message
  return (
    <article aria-label={fill(words.messageOfFrom, { from: from ?? 'somebody' })} className="space-y-3">
      <SentMessage text={text} from={from} at={created_date} />
      <FromBuilder>
        {status.state === 'queued' || status.state === 'running' ? (
          <p role="status" className="flex items-center gap-2 text-ink-2">
            <Spinner />
            {status.state === 'queued' ? words.itBeginsInA : words.workingOnIt}
          </p>
        ) : status.state === 'failed' ? (
          <Notice
            tone="danger"
            title={status.error_code ? FAULT_TITLES[status.error_code] : words.itDidNotWork}
          >
            {status.message ?? words.nothingWasChangedSend}
          </Notice>
        ) : (
          <Markdown text={reply ?? ''} />
        )}
        {entities.length > 0 && <SetEntities appId={appId} names={entities} />}
        {files.length > 0 && <FileDiffs files={files} isFolded />}
      </FromBuilder>
    </article>
  )
}

function FromBuilder({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
        <Hammer aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1 space-y-3 pt-1">{children}</div>
    </div>
  )
}

function SetEntities({ appId, names }: { appId: string; names: readonly string[] }) {
  const { id: workspaceId } = useWorkspace()
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <Database aria-hidden className="size-4 text-ink-3" />
      {words.entities}
      {names.map((name) => (
        <Link
          key={name}
          to={paths.schema(workspaceId, appId, name)}
          className="font-medium text-accent hover:underline"
        >
          {name}
        </Link>
      ))}
    </p>
  )
}
