import { SecretDialog } from '../../form/SecretDialog.tsx'
import { fillWith } from '../../language/fill.ts'
import { words } from './words.ts'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title={words.signingSecret} label={words.secret} value={secret} onClose={onClose}>
      <p className="text-sm text-ink-2">
        {fillWith(words.everyDeliveryIsSigned, {
          header: <Header>{words.webhookSignature}</Header>,
          header2: <Header>{words.xServiceSignature}</Header>,
        })}
      </p>
    </SecretDialog>
  )
}

function Header({ children }: { children: string }) {
  return <code className="font-mono text-xs whitespace-nowrap">{children}</code>
}
