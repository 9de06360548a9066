import { ApiError, type PasskeyRequest } from '@atrium/sdk'
import { useState } from 'react'

export interface FactorStep {
  methods: readonly string[]
  passkeyRequest: PasskeyRequest | null
}

/** The second step of a sign-in, once the server has asked for it; what is left to show as a failure. */
export function useFactorStep(error: unknown): { step: FactorStep | null; failure: unknown } {
  const [asked, setAsked] = useState<{ error: unknown; step: FactorStep } | null>(null)
  const isAsking = error instanceof ApiError && error.code === 'second_factor_required'
  if (isAsking && asked?.error !== error) setAsked({ error, step: stepOf(error) })
  return { step: asked?.step ?? null, failure: isAsking ? null : error }
}

function stepOf({ body }: ApiError): FactorStep {
  // The refusal's own fields, which the contract describes in words.
  const { methods = [], passkey_request = null } = body as {
    methods?: string[]
    passkey_request?: PasskeyRequest | null
  }
  return { methods, passkeyRequest: passkey_request }
}
