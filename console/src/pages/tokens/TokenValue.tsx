import type { AccessToken } from '@atrium/sdk'
import { SecretDialog } from '../../form/SecretDialog.tsx'

interface TokenValueProps {
  token: Pick<AccessToken, 'name'> & { token: string }
  onClose: () => void
}

export function TokenValue({ token: { name, token }, onClose }: TokenValueProps) {
  return <SecretDialog title={`Token ${name} created`} label="Token" value={token} onClose={onClose} />
}
