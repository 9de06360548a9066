import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useConfirmed } from './use-confirmed.tsx'
import { words } from './words.ts'

interface SetUpTotpProps {
  setup: { secret: string; uri: string }
  onClose: () => void
}

export function SetUpTotp({ setup: { secret, uri }, onClose }: SetUpTotpProps) {
  const confirmed = useConfirmed()
  const confirm = useAct({
    run: (values: FormData) => confirmed(() => client.account.confirm_totp({ code: textOf(values, 'code') })),
    touches: ['account'],
    failure: 'inline',
    done: () => words.authenticatorAppSetUp,
  })
  // The codes exist only in this answer: once they are here, the dialog shows nothing else.
  if (confirm.data?.recovery_codes)
    return <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose} />
  return (
    <FormDialog
      title={words.setUpAnAuthenticator}
      submitLabel={words.turnOn}
      act={confirm}
      onClose={onClose}
      onSubmit={(values) =>
        confirm.mutate(values, {
          onSuccess: ({ recovery_codes }) => {
            if (recovery_codes === null) onClose()
          },
        })
      }
    >
      <p className="text-ink-2">{words.scanThisWithThe}</p>
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={uri} label={words.qrCodeForYour} />
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-sm text-ink-2">{words.orTypeThisKey}</p>
          <p className="mt-1 font-mono text-sm break-all">{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <div className="mt-2">
            <CopyButton text={secret} label={words.copyKey} look="button" />
          </div>
        </div>
      </div>
      <TextField
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        minLength={6}
        maxLength={10}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
