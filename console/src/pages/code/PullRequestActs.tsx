import type { PullRequestDetail } from '@atrium/sdk'
import { ExternalLink, GitMerge } from 'lucide-react'
import { useState } from 'react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { ClosePullRequest } from './ClosePullRequest.tsx'
import { MergePullRequest } from './MergePullRequest.tsx'
import { words } from './words.ts'

interface PullRequestActsProps {
  appId: string
  pullRequest: PullRequestDetail
  mayEdit: boolean
}

/** What can be done with a pull request that is open. */
export function PullRequestActs({ appId, pullRequest, mayEdit }: PullRequestActsProps) {
  const [dialog, setDialog] = useState<'merge' | 'close' | null>(null)
  const { state, mergeable } = pullRequest
  const isOpen = state === 'open' || state === 'draft'
  const close = () => setDialog(null)
  return (
    <>
      <ForgeLink pullRequest={pullRequest} />
      {mayEdit && isOpen && (
        <>
          <Button size="sm" look="danger-outline" onPress={() => setDialog('close')}>
            {words.close}
          </Button>
          <Button
            size="sm"
            look="primary"
            icon={GitMerge}
            disabledReason={mergeable === false ? words.theBranchesConflictAsk : undefined}
            onPress={() => setDialog('merge')}
          >
            {words.merge}
          </Button>
        </>
      )}
      {dialog === 'merge' && <MergePullRequest appId={appId} pullRequest={pullRequest} onClose={close} />}
      {dialog === 'close' && <ClosePullRequest appId={appId} pullRequest={pullRequest} onClose={close} />}
    </>
  )
}

/** Those of local repositories have no other page than ours. */
function ForgeLink({ pullRequest: { provider, url } }: { pullRequest: PullRequestDetail }) {
  if (provider === 'local' || !/^https?:\/\//i.test(url)) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex h-7 items-center gap-1.5 px-2 text-sm text-ink-2 hover:text-accent hover:underline"
    >
      <ExternalLink aria-hidden className="size-4" />
      {words.openAtTheForge}
      <span className="sr-only">{words.inANewTab}</span>
    </a>
  )
}

export function mergeWords({ state, mergeable, base_branch }: PullRequestDetail): string {
  if (state === 'merged') return fill(words.itsChangesAreIn, { baseBranch: base_branch })
  if (state === 'closed') return words.itWasClosedWithout
  if (mergeable === false) return fill(words.itConflictsWithBaseBranch, { baseBranch: base_branch })
  return mergeable === null ? words.whetherItCanBe : fill(words.itCanBeMerged, { baseBranch: base_branch })
}
