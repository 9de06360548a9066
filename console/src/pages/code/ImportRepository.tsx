import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf, textOrNull } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { NAME_PATTERN } from './ConnectRepository.tsx'
import { words } from './words.ts'

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
    done: ({ full_name }) => fill(words.fullNameImportedAndConnected, { fullName: full_name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.importARepository}
      submitLabel={words.import}
      act={bring}
      onClose={onClose}
      onSubmit={(values) => bring.mutate(values, { onSuccess: onClose })}
    >
      <TextField
        label={words.address}
        name="clone_url"
        placeholder="https://git.example.com/acme/shop.git"
        maxLength={2_048}
        isRequired
        autoFocus
        hint={words.whereGitClonesIt}
      />
      <TextField
        label={words.ownerAndName}
        name="full_name"
        placeholder="acme/shop"
        pattern={NAME_PATTERN}
        maxLength={201}
        isRequired
        hint={words.whatTheCopyIs}
      />
      <TextField
        label={words.accessToken}
        name="access_token"
        type="password"
        autoComplete="off"
        maxLength={1_000}
        hint={words.forARepositoryThat}
        optional
      />
    </FormDialog>
  )
}
