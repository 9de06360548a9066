import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'

export function PublishSite({ appId, onClose }: { appId: string; onClose: () => void }) {
  const publish = useAct({
    run: (values: FormData) =>
      client.site.publish(
        { app_id: appId },
        { folder: textOf(values, 'folder'), message: textOf(values, 'message') || undefined },
      ),
    touches: ['site', 'apps'],
    done: ({ status, number }) =>
      status === 'unchanged' ? `Nothing has changed since revision ${number}` : `Revision ${number} is live`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Publish from the app’s code"
      submitLabel="Publish now"
      act={publish}
      onClose={onClose}
      onSubmit={(values) => publish.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label="Folder"
        name="folder"
        defaultValue="dist"
        isRequired
        autoFocus
        hint="The one that holds index.html; a dot for all of the code. Hidden files stay back."
      />
      <TextField label="What is new" name="message" optional maxLength={500} />
    </FormDialog>
  )
}
