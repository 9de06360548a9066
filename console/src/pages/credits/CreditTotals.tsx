import { useSuspenseQuery } from '@tanstack/react-query'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { CreditMeter } from '../members/CreditMeter.tsx'
import { formatNumber } from '../members/member-words.ts'
import { formatMonth } from './credit-words.ts'
import { words } from './words.ts'

/** What this month has used so far: of one's own, and for owners and admins of all. */
export function CreditTotals() {
  const { id: workspaceId, name } = useWorkspace()
  const { data } = useSuspenseQuery(queries.credits(workspaceId))
  const { month, credits_used, credit_limit, is_default_limit, workspace_credits_used, monthly_limit } = data
  const ownLimit =
    credit_limit === null
      ? words.youHaveNoLimit
      : is_default_limit
        ? words.yourLimitIsThe
        : words.theLimitWasSet
  const workspaceLimit = monthly_limit === null ? words.theWorkspaceHasNo : words.forAllMembersTogether
  return (
    <section
      aria-label={fill(words.creditsInMonth, { month: formatMonth(month) })}
      className="grid gap-4 px-5 py-5 sm:grid-cols-2 sm:px-8 xl:max-w-4xl"
    >
      <Total
        title={fill(words.yoursInMonth, { month: formatMonth(month) })}
        used={credits_used}
        limit={credit_limit}
      >
        {ownLimit}
      </Total>
      {workspace_credits_used === null ? (
        <p className="self-center text-sm text-ink-3">{fillWith(words.whatNameUsesAs, { name })}</p>
      ) : (
        <Total
          title={fill(words.nameInMonth, { name, month: formatMonth(month) })}
          used={workspace_credits_used}
          limit={monthly_limit}
        >
          {workspaceLimit}
        </Total>
      )}
    </section>
  )
}

interface TotalProps {
  title: string
  used: number
  limit: number | null
  children: string
}

function Total({ title, used, limit, children }: TotalProps) {
  return (
    <div className="rounded-lg border border-line px-4 py-3.5">
      <h2 className="text-sm font-medium text-ink-2">{title}</h2>
      <p className="mt-1 mb-2 tabular-nums">
        <span className="text-ink-3">
          {fillWith(limit === null ? words.usedCredits : words.usedOfLimitCredits, {
            used: <span className="text-xl font-semibold tracking-tight text-ink">{formatNumber(used)}</span>,
            limit: limit !== null && formatNumber(limit),
          })}
        </span>
      </p>
      <CreditMeter label={title} used={used} limit={limit} size="full" />
      <p className="caption mt-2">{children}</p>
    </div>
  )
}
