import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { sourcePaths } from '../../source-paths.ts'
import { TextField } from '../../ui/TextField.tsx'
import { pathFault } from '../functions/function-draft.ts'
import { words } from './words.ts'

interface NewFileProps {
  appId: string
  taken: readonly string[]
  onClose: () => void
}

/** Stores an empty file, which opens in the editor. */
export function NewFile({ appId, taken, onClose }: NewFileProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const create = useAct({
    run: (path: string) =>
      client.source.write_file(
        { app_id: appId, path },
        { content: '', message: fill(words.createPath, { path }), revision: 0 },
      ),
    touches: ['source'],
    done: ({ path }) => fill(words.pathCreated, { path }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newFile}
      submitLabel={words.createFile}
      act={create}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate(textOf(values, 'path'), {
          onSuccess: ({ path }) => {
            onClose()
            void navigate(sourcePaths.file(workspaceId, appId, path))
          },
        })
      }
    >
      <TextField
        label={words.path}
        name="path"
        autoFocus
        autoComplete="off"
        isRequired
        maxLength={512}
        hint={words.suchAsSrcPages}
        validate={(typed) => pathFault(typed.trim(), taken)}
      />
    </FormDialog>
  )
}
