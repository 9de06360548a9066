import type { Repository } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { codePaths } from '../../code-paths.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { useIdempotencyKey } from '../../form/idempotency-key.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { TextField } from '../../ui/TextField.tsx'

interface NewSessionProps {
  appId: string
  repository: Repository
  onClose: () => void
}

const MAX_PROMPT = 99_611

export function NewSession({ appId, repository, onClose }: NewSessionProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const withKey = useIdempotencyKey()
  const launch = useAct({
    run: (values: FormData) => {
      const wanted = {
        title: textOf(values, 'title'),
        prompt: textOf(values, 'prompt'),
        existing_branch: textOrNull(values, 'existing_branch'),
        source_ref: textOrNull(values, 'source_ref'),
        commit_message: textOrNull(values, 'commit_message'),
        pull_request_body: textOrNull(values, 'pull_request_body'),
        expected_repository_full_name: repository.full_name,
      }
      return withKey(wanted, (idempotency_key) =>
        client.coding.launch({ app_id: appId }, wanted, { idempotency_key }),
      )
    },
    touches: ['coding', 'credits'],
    done: () => 'Session launched',
    failure: 'inline',
  })
  return (
    <FormDialog
      title="New session"
      submitLabel="Launch"
      width="lg"
      act={launch}
      onClose={onClose}
      onSubmit={(values) =>
        launch.mutate(values, {
          onSuccess: ({ id }) => void navigate(codePaths.session(workspaceId, appId, id)),
        })
      }
    >
      <TextField
        label="Title"
        name="title"
        placeholder="Greet people by name"
        maxLength={200}
        isRequired
        autoFocus
        hint="The pull request is called like this."
      />
      <TextField
        label="What should change"
        name="prompt"
        rows={7}
        maxLength={MAX_PROMPT}
        placeholder="Pass the name of the person to hello(), and show it on the start page."
        isRequired
      />
      <details>
        <summary className="cursor-pointer text-sm font-medium text-ink-2">More</summary>
        <div className="mt-4 space-y-5">
          <TextField
            label="Work on this branch"
            name="existing_branch"
            maxLength={255}
            hint="Left empty, the session makes a branch of its own."
            optional
          />
          <TextField
            label="Start from"
            name="source_ref"
            placeholder={repository.base_branch}
            maxLength={255}
            hint="A branch, tag or commit that a new branch starts from."
            optional
          />
          <TextField
            label="Commit message"
            name="commit_message"
            maxLength={2_000}
            hint="Left empty, one is written."
            optional
          />
          <TextField
            label="Added to the description"
            name="pull_request_body"
            rows={3}
            maxLength={20_000}
            hint="Such as “Closes #12”. The rest of the description is written from the changes."
            optional
          />
        </div>
      </details>
    </FormDialog>
  )
}
