import type { FunctionLogLine } from '@atrium/sdk'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatFull, parseTime } from '../../ui/Time.tsx'
import { words } from './words.ts'

interface LogLinesProps {
  /** Oldest first. */
  lines: readonly FunctionLogLine[]
  requestPath: (requestId: string) => string
}

const LOOKS: Record<FunctionLogLine['level'], string> = {
  debug: 'text-ink-3',
  info: 'text-accent-strong',
  warn: 'text-caution',
  error: 'text-danger',
}

/** How far from the end somebody may be and still be at the end. */
const NEAR_PX = 24

/** What a function wrote, newest at the bottom; it stays there unless somebody scrolled up to read. */
export function LogLines({ lines, requestPath }: LogLinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are the reason to scroll.
  useLayoutEffect(() => {
    const node = box.current
    if (node && isAtEnd.current) node.scrollTop = node.scrollHeight
  }, [lines])

  return (
    <div
      ref={box}
      role="log"
      aria-label={words.logs}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: node }) => {
        isAtEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_PX
      }}
      className="h-[min(40rem,65dvh)] overflow-y-auto border-y border-line bg-sunken px-5 py-3 font-mono text-xs leading-5 focus-visible:-outline-offset-2 sm:px-8"
    >
      <ol>
        {lines.map(({ id, time, level, message, request_id }) => (
          <li key={id} className="flex flex-wrap gap-x-3 py-px sm:flex-nowrap">
            <time
              dateTime={time}
              title={formatFull(parseTime(time))}
              className="shrink-0 text-ink-3 tabular-nums"
            >
              {CLOCK.format(parseTime(time))}
            </time>
            <span className={classNames('w-10 shrink-0 font-medium', LOOKS[level])}>{level}</span>
            <span
              className={classNames(
                'min-w-0 basis-full break-words whitespace-pre-wrap sm:flex-1 sm:basis-auto',
                level === 'error' && 'text-danger',
              )}
            >
              {message}
            </span>
            {request_id && (
              <Link
                to={requestPath(request_id)}
                title={request_id}
                aria-label={fill(words.onlyRequestId, { requestId: request_id })}
                className="shrink-0 text-ink-3 hover:text-ink hover:underline"
              >
                …{request_id.slice(-6)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

const CLOCK = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})
