import type { Repository } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'

interface DisconnectRepositoryProps {
  appId: string
  repository: Repository
  onClose: () => void
}

export function DisconnectRepository({ appId, repository, onClose }: DisconnectRepositoryProps) {
  const disconnect = useAct({
    run: () => client.repository.disconnect({ app_id: appId }),
    touches: ['repository', 'pull_requests', 'coding'],
    done: () => 'Repository disconnected',
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Disconnect ${repository.full_name}?`}
      confirmLabel="Disconnect"
      act={disconnect}
      onClose={onClose}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        No session can be launched until a repository is connected again. The repository, its branches and
        pull requests stay as they are{repository.has_access_token ? '; the stored token is deleted' : ''}.
      </p>
    </ConfirmDialog>
  )
}
