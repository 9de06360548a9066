/** What browsers and authenticators exchange for passkeys, in the JSON form of WebAuthn. */
import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from './shared.ts'

const Bytes64 = Type.String({ minLength: 1, maxLength: 20_000, description: 'base64url' })
const Transports = Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })
const CredentialName = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

export const PasskeyName = Type.String({ minLength: 1, maxLength: 100 })

export const Passkey = Type.Object(
  { id: Id, name: Type.String(), created_date: Timestamp, last_used_at: Nullable(Timestamp) },
  { $id: 'Passkey' },
)

/** For `navigator.credentials.get`. */
export const PasskeyRequest = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.String(),
    allowCredentials: Type.Array(CredentialName),
  },
  { $id: 'PasskeyRequest' },
)

export const EXAMPLE_PASSKEY_REQUEST = {
  challenge: 'q8Jx…',
  rpId: 'atrium.example.com',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

/** What `navigator.credentials.get` returns. */
export const PasskeyAnswer = Type.Object(
  {
    id: Bytes64,
    rawId: Bytes64,
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Bytes64,
      authenticatorData: Bytes64,
      signature: Bytes64,
      userHandle: Type.Optional(Nullable(Type.String({ maxLength: 256 }))),
    }),
  },
  { $id: 'PasskeyAnswer' },
)

export const EXAMPLE_PASSKEY_ANSWER = {
  id: 'b7Qd…',
  rawId: 'b7Qd…',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0…', authenticatorData: 'SZYN…', signature: 'MEUC…' },
}

/** For `navigator.credentials.create`. */
export const PasskeyCreation = Type.Object(
  {
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    timeout: Type.Integer(),
    attestation: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
    excludeCredentials: Type.Array(CredentialName),
    authenticatorSelection: Type.Object({
      residentKey: Type.String(),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.String(),
    }),
  },
  { $id: 'PasskeyCreation' },
)

export const EXAMPLE_PASSKEY_CREATION = {
  rp: { id: 'atrium.example.com', name: 'Atrium' },
  user: { id: 'dXNy…', name: 'ada@example.com', displayName: 'Ada Byron' },
  challenge: 'q8Jx…',
  timeout: 300_000,
  attestation: 'none',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'preferred',
  },
}

/** What `navigator.credentials.create` returns. */
export const NewPasskey = Type.Object(
  {
    id: Bytes64,
    rawId: Bytes64,
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Bytes64,
      attestationObject: Bytes64,
      transports: Type.Optional(Transports),
    }),
  },
  { $id: 'NewPasskey' },
)

export const EXAMPLE_NEW_PASSKEY = {
  id: 'b7Qd…',
  rawId: 'b7Qd…',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0…', attestationObject: 'o2Nm…' },
}
