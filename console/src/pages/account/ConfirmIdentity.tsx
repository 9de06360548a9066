import { KeyRound } from 'lucide-react'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { askPasskey } from '../../passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface ConfirmIdentityProps {
  email: string
  hasPasskey: boolean
  onConfirmed: () => void
  onClose: () => void
}

export function ConfirmIdentity({ email, hasPasskey, onConfirmed, onClose }: ConfirmIdentityProps) {
  const confirm = useRequest({
    failure: 'inline',
    run: async (password: string | null) =>
      client.session.confirm(
        password === null
          ? { passkey: await askPasskey(await client.session.passkey_options()) }
          : { password },
      ),
    onSuccess: onConfirmed,
  })
  return (
    <FormDialog
      title="Confirm that it is you"
      submitLabel="Confirm"
      width="sm"
      act={confirm}
      onClose={onClose}
      onSubmit={(values) => confirm.mutate(String(values.get('password')))}
    >
      <p className="text-ink-2">You signed in more than 10 minutes ago, and this protects your account.</p>
      <TextField label="Email" type="email" value={email} isReadOnly autoComplete="username" />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      {hasPasskey && (
        <Button icon={KeyRound} isPending={confirm.isPending} onPress={() => confirm.mutate(null)}>
          Use your passkey
        </Button>
      )}
    </FormDialog>
  )
}
