import { KeyRound } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { FactorStep } from './use-factor-step.ts'
import { words } from './words.ts'

interface FactorFieldsProps {
  step: FactorStep
  isPending: boolean
  onPasskey: () => void
}

/** The second factor: a code, or a passkey where the account has one. */
export function FactorFields({ step: { methods }, isPending, onPasskey }: FactorFieldsProps) {
  return (
    <>
      <CodeField methods={methods} />
      {methods.includes('passkey') && (
        <Button icon={KeyRound} isPending={isPending} onPress={onPasskey} className="w-full">
          {words.useYourPasskey}
        </Button>
      )}
    </>
  )
}

export function CodeField({ methods }: Pick<FactorStep, 'methods'>) {
  return (
    <TextField
      label={words.code}
      name="code"
      autoComplete="one-time-code"
      maxLength={40}
      hint={methods.includes('totp') ? words.fromYourAuthenticatorApp : words.aRecoveryCodeWhere}
      autoFocus
    />
  )
}
