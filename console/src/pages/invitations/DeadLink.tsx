import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { explainError } from '../../explain-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { words } from './words.ts'

interface DeadLinkProps {
  reason: 'incomplete' | 'expired' | 'not_open' | 'unknown'
  /** Of the unknown reason. */
  error?: unknown
  onRetry?: () => void
}

const WORDS = {
  incomplete: {
    title: words.thisLinkIsIncomplete,
    message: words.openTheLinkOf,
  },
  expired: {
    title: words.thisInvitationHasExpired,
    message: words.linksWorkFor60,
  },
  not_open: {
    title: words.thisInvitationIsNot,
    message: words.itWasUsedAlready,
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
            {words.tryAgain}
          </Button>
        )}
        <Link to={paths.home()} className="font-medium text-accent hover:underline">
          {words.goToAtrium}
        </Link>
      </div>
    </>
  )
}
