import type { PullRequestDetail } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

interface ClosePullRequestProps {
  appId: string
  pullRequest: PullRequestDetail
  onClose: () => void
}

export function ClosePullRequest({ appId, pullRequest: { number }, onClose }: ClosePullRequestProps) {
  const shut = useAct({
    run: () => client.pull_requests.close({ app_id: appId, number }),
    touches: ['pull_requests', 'coding'],
    done: () => fill(words.pullRequestNumberClosed, { number }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.closePullRequestNumber, { number })}
      confirmLabel={words.closePullRequest}
      act={shut}
      onClose={onClose}
      onConfirm={() => shut.mutate(undefined, { onSettled: onClose })}
    >
      <p>{words.nothingOfItIs}</p>
    </ConfirmDialog>
  )
}
