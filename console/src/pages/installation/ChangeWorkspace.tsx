import { useQuery } from '@tanstack/react-query'
import { explainError } from '../../explain-error.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { workspaceQueries } from '../../workspace-queries.ts'
import { WorkspaceForm } from './WorkspaceForm.tsx'
import { words } from './words.ts'

interface ChangeWorkspaceProps {
  id: string
  name: string
  onClose: () => void
}

/** Reads the workspace as it is now, as the list may be a while old. */
export function ChangeWorkspace({ id, name, onClose }: ChangeWorkspaceProps) {
  const { data: workspace, error } = useQuery(workspaceQueries.installationWorkspace(id))
  if (workspace) return <WorkspaceForm workspace={workspace} onClose={onClose} />
  return (
    <Dialog title={fill(words.changeName, { name })} onClose={onClose}>
      <DialogBody>
        {error ? (
          <Notice tone="danger" title={explainError(error).title}>
            {explainError(error).message}
          </Notice>
        ) : (
          <p className="text-ink-2">{words.loading}</p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>{words.close}</Button>
      </DialogFooter>
    </Dialog>
  )
}
