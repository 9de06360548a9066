import { classNames } from '../../ui/class-names.ts'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

interface SentMessageProps {
  text: string
  from: string | null
  at?: string
  /** On its way. */
  isFaint?: boolean
}

export function SentMessage({ text, from, at, isFaint = false }: SentMessageProps) {
  return (
    <div
      className={classNames(
        'ms-auto w-fit max-w-[85%] rounded-lg bg-accent-soft px-3.5 py-2',
        isFaint && 'opacity-65',
      )}
    >
      <p className="break-words whitespace-pre-wrap">{text}</p>
      {at && (
        <p className="mt-1 caption">
          {from ?? words.somebody}, <Time at={at} />
        </p>
      )}
    </div>
  )
}
