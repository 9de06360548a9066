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
import { words } from './words.ts'

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
    done: () => words.sessionLaunched,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newSession}
      submitLabel={words.launch}
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
        label={words.title}
        name="title"
        placeholder={words.greetPeopleByName}
        maxLength={200}
        isRequired
        autoFocus
        hint={words.thePullRequestIs}
      />
      <TextField
        label={words.whatShouldChange}
        name="prompt"
        rows={7}
        maxLength={MAX_PROMPT}
        placeholder={words.passTheNameOf}
        isRequired
      />
      <details>
        <summary className="cursor-pointer text-sm font-medium text-ink-2">{words.more}</summary>
        <div className="mt-4 space-y-5">
          <TextField
            label={words.workOnThisBranch}
            name="existing_branch"
            maxLength={255}
            hint={words.leftEmptyTheSession}
            optional
          />
          <TextField
            label={words.startFrom}
            name="source_ref"
            placeholder={repository.base_branch}
            maxLength={255}
            hint={words.aBranchTagOr}
            optional
          />
          <TextField
            label={words.commitMessage}
            name="commit_message"
            maxLength={2_000}
            hint={words.leftEmptyOneIs}
            optional
          />
          <TextField
            label={words.addedToTheDescription}
            name="pull_request_body"
            rows={3}
            maxLength={20_000}
            hint={words.suchAsCloses12}
            optional
          />
        </div>
      </details>
    </FormDialog>
  )
}
