/** What the browser and an authenticator do with passkeys; the library comes when it is needed. */
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@atrium/sdk'
import { words } from './words.ts'

/** Asks the person for one of their passkeys. */
export async function askPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The server's options are those of the standard, and so is the answer.
  const optionsJSON = request as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

export async function createPasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
}

/** What browsers say when no passkey came, in words for a person; null for all other errors. */
export function explainPasskey(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  return WORDS[error.name] ?? (/WebAuthn is not supported/.test(error.message) ? UNSUPPORTED : null)
}

const UNSUPPORTED = words.thisBrowserHasNo
const WORDS: Record<string, string> = {
  NotAllowedError: words.noPasskeyWasUsed,
  AbortError: words.noPasskeyWasUsedIt,
  InvalidStateError: words.thisDeviceHasA,
  SecurityError: words.passkeysWorkOnlyAt,
  NotSupportedError: UNSUPPORTED,
}
