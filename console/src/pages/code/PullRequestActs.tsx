import type { PullRequestDetail } from '@atrium/sdk'
import { ExternalLink, GitMerge } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ClosePullRequest } from './ClosePullRequest.tsx'
import { MergePullRequest } from './MergePullRequest.tsx'

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
            Close
          </Button>
          <Button
            size="sm"
            look="primary"
            icon={GitMerge}
            disabledReason={
              mergeable === false
                ? 'The branches conflict. Ask the session to bring the base branch in.'
                : undefined
            }
            onPress={() => setDialog('merge')}
          >
            Merge
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
      Open at the forge
      <span className="sr-only">in a new tab</span>
    </a>
  )
}

export function mergeWords({ state, mergeable, base_branch }: PullRequestDetail): string {
  if (state === 'merged') return `Its changes are in ${base_branch}.`
  if (state === 'closed') return 'It was closed without being merged.'
  if (mergeable === false) return `It conflicts with ${base_branch}.`
  return mergeable === null
    ? 'Whether it can be merged is being found out.'
    : `It can be merged into ${base_branch}.`
}
