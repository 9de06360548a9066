import type { PullRequestDetail } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'

interface MergePullRequestProps {
  appId: string
  pullRequest: PullRequestDetail
  onClose: () => void
}

const METHODS = [
  { id: 'merge', label: 'Merge commit', description: 'Its commits stay as they are.' },
  { id: 'squash', label: 'Squash', description: 'All of it becomes one commit.' },
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
    done: () => `Pull request ${number} merged`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={`Merge pull request ${number}?`}
      submitLabel="Merge"
      act={merge}
      onClose={onClose}
      onSubmit={() => merge.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        Its changes come into <code className="font-mono text-sm">{base_branch}</code>.
      </p>
      <RadioCards
        label="How"
        options={METHODS}
        value={method}
        onChange={(id) => setMethod(id === 'squash' ? 'squash' : 'merge')}
      />
    </FormDialog>
  )
}
