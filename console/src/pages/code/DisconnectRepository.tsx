import type { Repository } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

interface DisconnectRepositoryProps {
  appId: string
  repository: Repository
  onClose: () => void
}

export function DisconnectRepository({ appId, repository, onClose }: DisconnectRepositoryProps) {
  const disconnect = useAct({
    run: () => client.repository.disconnect({ app_id: appId }),
    touches: ['repository', 'pull_requests', 'coding'],
    done: () => words.repositoryDisconnected,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.disconnectFullName, { fullName: repository.full_name })}
      confirmLabel={words.disconnect}
      act={disconnect}
      onClose={onClose}
      onConfirm={() => disconnect.mutate(undefined, { onSettled: onClose })}
    >
      <p>
        {words.noSessionCanBe}
        {repository.has_access_token ? words.theStoredTokenIs : ''}.
      </p>
    </ConfirmDialog>
  )
}
