import { KeyRound } from 'lucide-react'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { askPasskey } from '../../passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

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
      title={words.confirmThatItIs}
      submitLabel={words.confirm}
      width="sm"
      act={confirm}
      onClose={onClose}
      onSubmit={(values) => confirm.mutate(String(values.get('password')))}
    >
      <p className="text-ink-2">{words.youSignedInMore}</p>
      <TextField label={words.email} type="email" value={email} isReadOnly autoComplete="username" />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus
      />
      {hasPasskey && (
        <Button icon={KeyRound} isPending={confirm.isPending} onPress={() => confirm.mutate(null)}>
          {words.useYourPasskey}
        </Button>
      )}
    </FormDialog>
  )
}
