import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { explainError } from '../../explain-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'

interface DeadLinkProps {
  reason: 'incomplete' | 'expired' | 'not_open' | 'unknown'
  /** Of the unknown reason. */
  error?: unknown
  onRetry?: () => void
}

const WORDS = {
  incomplete: {
    title: 'This link is incomplete',
    message: 'Open the link of the mail again, as a whole: it ends in a long row of letters and digits.',
  },
  expired: {
    title: 'This invitation has expired',
    message: 'Links work for 60 days. Ask the person who invited you to send the invitation again.',
  },
  not_open: {
    title: 'This invitation is not open',
    message:
      'It was used already, replaced by a newer mail, or taken back. Look for a newer mail, or ask the person who invited you.',
  },
}

/** A link that lets nobody in, and what to do about it. */
export function DeadLink({ reason, error, onRetry }: DeadLinkProps) {
  const { title, message } = reason === 'unknown' ? explainError(error) : WORDS[reason]
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="mt-1 text-ink-2">{message}</p>
      <div className="mt-7 flex flex-wrap items-center gap-4">
        {reason === 'unknown' && onRetry && (
          <Button look="primary" icon={RotateCw} onPress={onRetry}>
            Try again
          </Button>
        )}
        <Link to={paths.home()} className="font-medium text-accent hover:underline">
          Go to Atrium
        </Link>
      </div>
    </>
  )
}
