/** Says where this server itself acts in place of an outside service, so that nobody takes it for the real thing. */
import type { StandIns } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { canAdminister } from '../permissions.ts'
import { standInQueries } from '../stand-in-queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

interface Words {
  label: string
  says: string
}

type Of = keyof StandIns

/** Nothing is said of what is connected. */
const WORDS: { [Name in Of]: Partial<Record<StandIns[Name], Words>> } = {
  advertising: {
    sandbox: {
      label: words.sandbox,
      says: words.thisServerPlaysThe,
    },
  },
  language_model: {
    offline: {
      label: words.offlineModel,
      says: words.rulesOfThisServer,
    },
    none: { label: words.noModel, says: words.thisServerHasNo },
  },
  mail: {
    outbox: { label: words.outbox, says: words.thisServerSendsNo },
  },
  payments: { sandbox: { label: words.sandbox, says: words.noCardIsCharged } },
}

function useStandIn(of: Of): Words | undefined {
  // Some parts stand on pages outside of a workspace too.
  const { workspace_id } = useParams()
  const { data } = useQuery({
    ...standInQueries.all(workspace_id ?? ''),
    enabled: workspace_id !== undefined,
  })
  const labels: Partial<Record<string, Words>> = WORDS[of]
  return data && labels[data[of]]
}

/** A line at the place where it acts. */
export function StandIn({ of, className }: { of: Of; className?: string }) {
  const standIn = useStandIn(of)
  if (!standIn) return null
  return (
    <p
      role="note"
      className={classNames('flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2', className)}
    >
      <Badge tone="caution">{standIn.label}</Badge>
      <span className="min-w-0">
        {standIn.says} {of === 'mail' && <OutboxLink />}
      </span>
    </p>
  )
}

/** The label alone, next to a name or a figure. */
export function StandInBadge({ of }: { of: Of }) {
  const standIn = useStandIn(of)
  return standIn ? (
    <span title={standIn.says}>
      <Badge tone="caution">{standIn.label}</Badge>
    </span>
  ) : null
}

/** For those who can read it. */
function OutboxLink() {
  const { id, user_role } = useWorkspace()
  if (!canAdminister(user_role)) return words.anOwnerOrAdmin
  return (
    <Link to={paths.mail(id)} className="font-medium underline">
      {words.openTheOutbox}
    </Link>
  )
}
