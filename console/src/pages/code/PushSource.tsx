import type { Repository, SyncedSource } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

export interface SyncDialogProps {
  appId: string
  repository: Repository
  onClose: () => void
  onDone: (result: SyncedSource) => void
}

/** A large app takes a while. */
export const SYNC_MS = 180_000

export function PushSource({ appId, repository, onClose, onDone }: SyncDialogProps) {
  const [force, setForce] = useState(false)
  const push = useAct({
    run: (values: FormData) => {
      const [branch, message] = [textOf(values, 'branch'), textOf(values, 'message')]
      return client.repository.push_source(
        { app_id: appId },
        { ...(branch && { branch }), ...(message && { message }), ...(force && { force }) },
        { timeoutMs: SYNC_MS },
      )
    },
    touches: ['repository', 'pull_requests'],
    done: ({ branch }) => fill(words.pushedToBranch, { branch }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.pushTheAppsCode}
      submitLabel={words.push}
      act={push}
      onClose={onClose}
      onSubmit={(values) =>
        push.mutate(values, {
          onSuccess: (result) => {
            onDone(result)
            onClose()
          },
        })
      }
    >
      <p className="text-ink-2">{fillWith(words.itBecomesOneCommit, { fullName: repository.full_name })}</p>
      <TextField
        label={words.branch}
        name="branch"
        placeholder={repository.base_branch}
        maxLength={255}
        optional
      />
      <TextField label={words.commitMessage} name="message" maxLength={2_000} optional />
      <Checkbox isSelected={force} onChange={setForce}>
        <span className="block font-medium">{words.replaceTheFilesOf}</span>
        <span className="block text-xs text-ink-2">{words.alsoWhereItHas}</span>
      </Checkbox>
    </FormDialog>
  )
}
