/** What the stand-in of an OAuth service has given out: codes good once, tokens in families, refresh tokens that rotate. */
import { createHash, randomBytes } from 'node:crypto'

export interface Issued {
  access: string
  refresh: string | null
  scopes: string[]
}

export interface GrantRules {
  rotation: 'rotating' | 'stable' | 'none'
  /** A used refresh token is still taken so many times; then its use is theft, and all tokens of its family end. */
  graceUses: number
}

interface Code {
  redirectUri: string
  challenge: string | null
  scopes: string[]
  isUsed: boolean
}

interface Family {
  scopes: string[]
  isRevoked: boolean
}

export function oauthGrants(rules: GrantRules) {
  const codes = new Map<string, Code>()
  const access = new Map<string, { family: Family; isExpired: boolean }>()
  const refresh = new Map<string, { family: Family; uses: number }>()
  const seen = { rotations: 0, reuses: 0 }

  function issue(family: Family): Issued {
    const issued = {
      access: `access-${randomBytes(16).toString('hex')}`,
      refresh: rules.rotation === 'none' ? null : `refresh-${randomBytes(16).toString('hex')}`,
      scopes: family.scopes,
    }
    access.set(issued.access, { family, isExpired: false })
    if (issued.refresh) refresh.set(issued.refresh, { family, uses: 0 })
    return issued
  }

  return {
    seen,
    makeCode(code: Omit<Code, 'isUsed'>): string {
      const text = `code-${randomBytes(16).toString('hex')}`
      codes.set(text, { ...code, isUsed: false })
      return text
    },
    /** Returns null when the code is unknown, used, or for another address or verifier. */
    redeem(text: string, redirectUri: string, verifier: string | null): Issued | null {
      const code = codes.get(text)
      if (!code || code.isUsed || code.redirectUri !== redirectUri) return null
      code.isUsed = true
      const proof = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
      if (code.challenge !== proof) return null
      return issue({ scopes: code.scopes, isRevoked: false })
    },
    grant: (scopes: string[]): Issued => issue({ scopes, isRevoked: false }),
    refresh(text: string): Issued | null {
      const known = refresh.get(text)
      if (!known || known.family.isRevoked) return null
      if (rules.rotation === 'stable') {
        seen.rotations++
        return { ...issue(known.family), refresh: null }
      }
      if (known.uses > rules.graceUses) {
        seen.reuses++
        known.family.isRevoked = true
        return null
      }
      known.uses++
      seen.rotations++
      return issue(known.family)
    },
    /** RFC 7009: a refresh token takes its access tokens with it; unknown ones are fine. */
    revoke(text: string): void {
      const family = refresh.get(text)?.family ?? access.get(text)?.family
      if (family) family.isRevoked = true
    },
    revokeAll(): void {
      for (const { family } of access.values()) family.isRevoked = true
    },
    /** Access tokens end; refresh tokens stay good. */
    expireAll(): void {
      for (const token of access.values()) token.isExpired = true
    },
    scopesOf(text: string): string[] | null {
      const token = access.get(text)
      return token && !token.isExpired && !token.family.isRevoked ? token.family.scopes : null
    },
    isGood: (text: string) => refresh.get(text)?.uses === 0 && !refresh.get(text)?.family.isRevoked,
  }
}
