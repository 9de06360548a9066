import { FolderGit2, GitBranch, Import } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ConnectRepository } from './ConnectRepository.tsx'
import { ImportRepository } from './ImportRepository.tsx'

/** What stands on every page of coding until a repository is there. */
export function NoRepository({ appId, mayEdit }: { appId: string; mayEdit: boolean }) {
  const [dialog, setDialog] = useState<'connect' | 'import' | null>(null)
  const close = () => setDialog(null)
  const buttons = (
    <>
      <Button look="primary" icon={GitBranch} onPress={() => setDialog('connect')}>
        Connect a repository
      </Button>
      <Button icon={Import} onPress={() => setDialog('import')}>
        Import one
      </Button>
    </>
  )
  return (
    <>
      <EmptyState icon={FolderGit2} title="No repository connected" {...(mayEdit && { action: buttons })}>
        {mayEdit
          ? 'Coding sessions work on a git repository and open pull requests in it. Connect one that you have, or let Atrium keep one for this app.'
          : 'Coding sessions work on a git repository. An editor of this app can connect one.'}
      </EmptyState>
      {dialog === 'connect' && <ConnectRepository appId={appId} connected={null} onClose={close} />}
      {dialog === 'import' && <ImportRepository appId={appId} onClose={close} />}
    </>
  )
}
