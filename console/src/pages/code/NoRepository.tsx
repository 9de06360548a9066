import { FolderGit2, GitBranch, Import } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ConnectRepository } from './ConnectRepository.tsx'
import { ImportRepository } from './ImportRepository.tsx'
import { words } from './words.ts'

/** What stands on every page of coding until a repository is there. */
export function NoRepository({ appId, mayEdit }: { appId: string; mayEdit: boolean }) {
  const [dialog, setDialog] = useState<'connect' | 'import' | null>(null)
  const close = () => setDialog(null)
  const buttons = (
    <>
      <Button look="primary" icon={GitBranch} onPress={() => setDialog('connect')}>
        {words.connectARepository}
      </Button>
      <Button icon={Import} onPress={() => setDialog('import')}>
        {words.importOne}
      </Button>
    </>
  )
  return (
    <>
      <EmptyState icon={FolderGit2} title={words.noRepositoryConnected} {...(mayEdit && { action: buttons })}>
        {mayEdit ? words.codingSessionsWorkOn : words.codingSessionsWorkOnA}
      </EmptyState>
      {dialog === 'connect' && <ConnectRepository appId={appId} connected={null} onClose={close} />}
      {dialog === 'import' && <ImportRepository appId={appId} onClose={close} />}
    </>
  )
}
