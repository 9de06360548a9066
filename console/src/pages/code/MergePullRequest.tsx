import type { PullRequestDetail } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { words } from './words.ts'

interface MergePullRequestProps {
  appId: string
  pullRequest: PullRequestDetail
  onClose: () => void
}

const METHODS = [
  { id: 'merge', label: words.mergeCommit, description: words.itsCommitsStayAs },
  { id: 'squash', label: words.squash, description: words.allOfItBecomes },
] as const

/** The commit that was looked at is named, so that nothing is merged unseen. */
export function MergePullRequest({ appId, pullRequest, onClose }: MergePullRequestProps) {
  const { number, base_branch } = pullRequest
  // As it was when the dialog opened: what is pushed since was not looked at.
  const [head_sha] = useState(pullRequest.head_sha)
  const [method, setMethod] = useState<(typeof METHODS)[number]['id']>('merge')
  const merge = useAct({
    run: () => client.pull_requests.merge({ app_id: appId, number }, { method, head_sha }),
    touches: ['pull_requests', 'coding'],
    done: () => fill(words.pullRequestNumberMerged, { number }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={fill(words.mergePullRequestNumber, { number })}
      submitLabel={words.merge}
      act={merge}
      onClose={onClose}
      onSubmit={() => merge.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        {fillWith(words.itsChangesComeInto, {
          code: <code className="font-mono text-sm">{base_branch}</code>,
        })}
      </p>
      <RadioCards
        label={words.how}
        options={METHODS}
        value={method}
        onChange={(id) => setMethod(id === 'squash' ? 'squash' : 'merge')}
      />
    </FormDialog>
  )
}
