import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { TextField } from '../../ui/TextField.tsx'
import { NAME_PATTERN } from './ConnectRepository.tsx'

/** A large repository takes a while. */
const TIMEOUT_MS = 300_000

/** A copy of a repository from elsewhere, kept here. */
export function ImportRepository({ appId, onClose }: { appId: string; onClose: () => void }) {
  const bring = useAct({
    run: (values: FormData) =>
      client.repository.import(
        { app_id: appId },
        {
          clone_url: textOf(values, 'clone_url'),
          full_name: textOf(values, 'full_name'),
          access_token: textOrNull(values, 'access_token'),
        },
        { timeoutMs: TIMEOUT_MS },
      ),
    touches: ['repository', 'pull_requests', 'coding'],
    done: ({ full_name }) => `${full_name} imported and connected`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Import a repository"
      submitLabel="Import"
      act={bring}
      onClose={onClose}
      onSubmit={(values) => bring.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label="Address"
        name="clone_url"
        placeholder="https://git.example.com/acme/shop.git"
        maxLength={2_048}
        isRequired
        autoFocus
        hint="Where git clones it from. A copy is kept here; the original stays as it is."
      />
      <TextField
        label="Owner and name"
        name="full_name"
        placeholder="acme/shop"
        pattern={NAME_PATTERN}
        maxLength={201}
        isRequired
        hint="What the copy is called here."
      />
      <TextField
        label="Access token"
        name="access_token"
        type="password"
        autoComplete="off"
        maxLength={1_000}
        hint="For a repository that is not public. It is used once."
        optional
      />
    </FormDialog>
  )
}
