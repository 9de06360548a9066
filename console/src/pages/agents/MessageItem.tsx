import type { Message } from '@atrium/sdk'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { AppIcon } from '../apps/AppIcon.tsx'
import { words } from './words.ts'

interface MessageItemProps {
  message: Message
  agentName: string
  onDelete: () => void
}

export function MessageItem({ message, agentName, onDelete }: MessageItemProps) {
  const { role, content, status, file_urls, created_date } = message
  const who = role === 'user' ? words.you : agentName
  return (
    <article aria-label={who} className="group">
      <MessageBubble from={role} content={content}>
        {file_urls.length > 0 && <Files urls={file_urls} />}
      </MessageBubble>
      <div
        className={classNames(
          'mt-1 flex h-6 items-center gap-2 caption',
          role === 'user' ? 'justify-end' : 'ps-11',
        )}
      >
        {status === 'failed' && <Badge tone="danger">{words.brokeOff}</Badge>}
        <span>{who}</span>
        <Time at={created_date} />
        <span
          className={classNames(
            'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
            role === 'user' && 'order-first',
          )}
        >
          <IconButton size="sm" icon={Trash2} label={words.deleteMessage} onPress={onDelete} />
        </span>
      </div>
    </article>
  )
}

interface MessageBubbleProps {
  from: Message['role']
  content: string
  /** On its way. */
  isFaint?: boolean
  children?: ReactNode
}

export function MessageBubble({ from, content, isFaint, children }: MessageBubbleProps) {
  return (
    <div className={classNames('flex gap-3', from === 'user' && 'justify-end', isFaint && 'opacity-65')}>
      {from === 'assistant' && <AppIcon kind="agent" />}
      <div
        className={classNames(
          'max-w-[85%] min-w-0 rounded-lg px-3.5 py-2 break-words whitespace-pre-wrap',
          from === 'user' ? 'bg-accent-soft' : 'border border-line bg-sunken',
        )}
      >
        {content}
        {children}
      </div>
    </div>
  )
}

/** Addresses come from others: only web pages are linked. */
function Files({ urls }: { urls: readonly string[] }) {
  return (
    <ul className="mt-2 space-y-1 text-sm">
      {urls
        .filter((url) => /^https?:\/\//i.test(url))
        .map((url) => (
          <li key={url} className="break-all">
            <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent hover:underline">
              {url}
            </a>
          </li>
        ))}
    </ul>
  )
}
