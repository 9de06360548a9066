import type { AccessToken } from '@atrium/sdk'
import { SecretDialog } from '../../form/SecretDialog.tsx'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

interface TokenValueProps {
  token: Pick<AccessToken, 'name'> & { token: string }
  onClose: () => void
}

export function TokenValue({ token: { name, token }, onClose }: TokenValueProps) {
  return (
    <SecretDialog
      title={fill(words.tokenNameCreated, { name })}
      label={words.token}
      value={token}
      onClose={onClose}
    />
  )
}
