import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { SYNC_MS, type SyncDialogProps } from './PushSource.tsx'
import { words } from './words.ts'

export function PullSource({ appId, repository, onClose, onDone }: SyncDialogProps) {
  const pull = useAct({
    run: (values: FormData) => {
      const ref = textOf(values, 'ref')
      return client.repository.pull_source({ app_id: appId }, ref ? { ref } : {}, { timeoutMs: SYNC_MS })
    },
    touches: ['repository', 'source', 'site'],
    done: ({ branch }) => fill(words.pulledFromBranch, { branch }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.pullIntoTheApps}
      submitLabel={words.replaceTheAppsCode}
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
      <p className="text-ink-2">{fillWith(words.theAppsOwnCode, { fullName: repository.full_name })}</p>
      <TextField
        label={words.branchTagOrCommit}
        name="ref"
        placeholder={repository.base_branch}
        maxLength={255}
        optional
      />
    </FormDialog>
  )
}
