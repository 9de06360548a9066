import type { PullRequestDetail } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface ClosePullRequestProps {
  appId: string
  pullRequest: PullRequestDetail
  onClose: () => void
}

export function ClosePullRequest({ appId, pullRequest: { number }, onClose }: ClosePullRequestProps) {
  const shut = useAct({
    run: () => client.pull_requests.close({ app_id: appId, number }),
    touches: ['pull_requests', 'coding'],
    done: () => `Pull request ${number} closed`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Close pull request ${number}?`}
      confirmLabel="Close pull request"
      act={shut}
      onClose={onClose}
      onConfirm={() => shut.mutate(undefined, { onSettled: onClose })}
    >
      <p>Nothing of it is merged. Its branch stays, so that the work is not lost.</p>
    </ConfirmDialog>
  )
}
