import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export function PublishSite({ appId, onClose }: { appId: string; onClose: () => void }) {
  const publish = useAct({
    run: (values: FormData) =>
      client.site.publish(
        { app_id: appId },
        { folder: textOf(values, 'folder'), message: textOf(values, 'message') || undefined },
      ),
    touches: ['site', 'apps'],
    done: ({ status, number }) =>
      status === 'unchanged'
        ? fill(words.nothingHasChangedSince, { number })
        : fill(words.revisionNumberIsLive, { number }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.publishFromTheApps}
      submitLabel={words.publishNow}
      act={publish}
      onClose={onClose}
      onSubmit={(values) => publish.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.folder}
        name="folder"
        defaultValue="dist"
        isRequired
        autoFocus
        hint={words.theOneThatHolds}
      />
      <TextField label={words.whatIsNew} name="message" optional maxLength={500} />
    </FormDialog>
  )
}
