import { SecretDialog } from '../../form/SecretDialog.tsx'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" label="Secret" value={secret} onClose={onClose}>
      <p className="text-sm text-ink-2">
        Every delivery is signed with it twice: in the header <Header>webhook-signature</Header> as Standard
        Webhooks describes, and in <Header>x-service-signature</Header> as the HMAC-SHA256 of the body in hex.
      </p>
    </SecretDialog>
  )
}

function Header({ children }: { children: string }) {
  return <code className="font-mono text-xs whitespace-nowrap">{children}</code>
}
