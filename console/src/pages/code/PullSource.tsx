import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'
import { SYNC_MS, type SyncDialogProps } from './PushSource.tsx'

export function PullSource({ appId, repository, onClose, onDone }: SyncDialogProps) {
  const pull = useAct({
    run: (values: FormData) => {
      const ref = textOf(values, 'ref')
      return client.repository.pull_source({ app_id: appId }, ref ? { ref } : {}, { timeoutMs: SYNC_MS })
    },
    touches: ['repository', 'source', 'site'],
    done: ({ branch }) => `Pulled from ${branch}`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Pull into the app’s code"
      submitLabel="Replace the app’s code"
      act={pull}
      onClose={onClose}
      onSubmit={(values) =>
        pull.mutate(values, {
          onSuccess: (result) => {
            onDone(result)
            onClose()
          },
        })
      }
    >
      <p className="text-ink-2">
        The app’s own code becomes what is in {repository.full_name}. What it has now stays in its history.
        The site changes only when you publish it.
      </p>
      <TextField
        label="Branch, tag or commit"
        name="ref"
        placeholder={repository.base_branch}
        maxLength={255}
        optional
      />
    </FormDialog>
  )
}
