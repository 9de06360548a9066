/** A provider on loopback that speaks OpenID Connect, and GitHub's OAuth with its API; it can misbehave. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { receiveHttp } from '../../../../test/receivers.ts'

export const OPENID_CLIENT = { client_id: 'atrium at the stand-in', client_secret: 'secret of the test' }

export interface OpenIdQuirks {
  decision: 'approve' | 'refuse'
  /** Who signs in. */
  subject: string
  email: string | undefined
  emailVerified: unknown
  name: string
  /** What the id token says instead of what it must. */
  claims: Record<string, unknown>
  alg: 'RS256' | 'none' | 'HS256'
  /** Signed with a key that is not among its keys. */
  forged: boolean
  /** Claims about the person come by userinfo only. */
  onlyUserInfo: boolean
  /** What userinfo says of whom it speaks. */
  userInfoSubject: string | undefined
  /** In place of what it says of itself. */
  metadata: Record<string, unknown>
  /** Bytes in front of what it says of itself. */
  padding: number
  /** Requests to these paths wait until they are released. */
  held: Set<string>
}

const USUAL: OpenIdQuirks = {
  decision: 'approve',
  subject: 'subject-1',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada Byron',
  claims: {},
  alg: 'RS256',
  forged: false,
  onlyUserInfo: false,
  userInfoSubject: undefined,
  metadata: {},
  padding: 0,
  held: new Set(),
}

interface Code {
  nonce: string | undefined
  challenge: string | undefined
  redirectUri: string
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** `quirks` may be changed while it runs; `reset` makes them the usual ones. */
export async function startOpenIdProvider(given: Partial<OpenIdQuirks> = {}) {
  const quirks: OpenIdQuirks = { ...USUAL, ...given }
  const codes = new Map<string, Code>()
  const tokens = new Set<string>()
  const requests: { path: string; body: string; authorization: string | undefined }[] = []
  let key = newKey()
  const other = newKey()
  const release: (() => void)[] = []

  const receiver = await receiveHttp(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString()
    const url = new URL(incoming.url ?? '', 'http://stand-in')
    const { authorization } = incoming.headers
    requests.push({ path: url.pathname, body, authorization })
    if (quirks.held.has(url.pathname)) await new Promise<void>((resolve) => release.push(resolve))
    const answer = answerTo(url, body, authorization)
    if ('location' in answer) response.writeHead(302, { location: answer.location }).end()
    else {
      const text = `${' '.repeat(answer.padding ?? 0)}${JSON.stringify(answer.json)}`
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(text)
    }
  })
  const issuer = `http://127.0.0.1:${receiver.port}`

  type Answer = { location: string } | { json: unknown; status?: number; padding?: number }

  function answerTo(url: URL, body: string, authorization: string | undefined): Answer {
    const params = new URLSearchParams(body)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return { json: { ...metadata(), ...quirks.metadata }, padding: quirks.padding }
      case '/jwks':
        return { json: { keys: [key.jwk] } }
      case '/authorize':
      case '/login/oauth/authorize':
        return authorize(url.searchParams)
      case '/token':
      case '/login/oauth/access_token':
        return token(params, authorization, url.pathname === '/token')
      case '/userinfo':
        return ofToken(authorization, { ...person(), sub: quirks.userInfoSubject ?? quirks.subject })
      case '/api/v3/user':
        return ofToken(authorization, { id: Number(quirks.subject), login: 'ada', name: quirks.name })
      case '/api/v3/user/emails':
        return ofToken(authorization, [
          { email: 'old@example.com', primary: false, verified: true },
          { email: quirks.email, primary: true, verified: quirks.emailVerified },
        ])
      default:
        return { status: 404, json: { error: 'not_found' } }
    }
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  function authorize(query: URLSearchParams): Answer {
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (quirks.decision === 'refuse') back.searchParams.set('error', 'access_denied')
    else {
      const code = `code-${randomBytes(8).toString('hex')}`
      const challenge = query.get('code_challenge') ?? undefined
      codes.set(code, { nonce: query.get('nonce') ?? undefined, challenge, redirectUri })
      back.searchParams.set('code', code)
    }
    return { location: back.href }
  }

  function token(params: URLSearchParams, authorization: string | undefined, isOpenId: boolean): Answer {
    if (!isClient(params, authorization)) return { status: 401, json: { error: 'invalid_client' } }
    const code = codes.get(params.get('code') ?? '')
    codes.delete(params.get('code') ?? '')
    const verifier = params.get('code_verifier') ?? ''
    const proof = createHash('sha256').update(verifier).digest('base64url')
    if (!code || code.redirectUri !== params.get('redirect_uri') || code.challenge !== proof) {
      return { status: 400, json: { error: 'invalid_grant' } }
    }
    const access_token = `access-${randomBytes(8).toString('hex')}`
    tokens.add(access_token)
    const id_token = isOpenId ? idToken(code.nonce) : undefined
    return { json: { access_token, token_type: 'Bearer', expires_in: 3600, id_token } }
  }

  function person() {
    return { email: quirks.email, email_verified: quirks.emailVerified, name: quirks.name }
  }

  function idToken(nonce: string | undefined): string {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      ...{ iss: issuer, aud: OPENID_CLIENT.client_id, sub: quirks.subject, nonce, iat: now, exp: now + 300 },
      ...(quirks.onlyUserInfo ? {} : person()),
      ...quirks.claims,
    }
    const header = { alg: quirks.alg, kid: key.jwk.kid }
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const by = quirks.forged ? other : key
    const mark =
      quirks.alg === 'none' ? '' : sign('sha256', Buffer.from(signed.join('.')), by.key).toString('base64url')
    return [...signed, mark].join('.')
  }

  function ofToken(authorization: string | undefined, json: unknown): Answer {
    return tokens.has(authorization?.replace(/^Bearer /i, '') ?? '')
      ? { json }
      : { status: 401, json: { error: 'invalid_token' } }
  }

  return {
    issuer,
    quirks,
    /** All that came, in order. */
    requests,
    reset: () => void Object.assign(quirks, USUAL, { held: new Set() }, given),
    rotateKeys: () => {
      key = newKey()
    },
    release: () => {
      for (const one of release.splice(0)) one()
    },
    close: receiver.close,
  }
}

function isClient(params: URLSearchParams, authorization: string | undefined): boolean {
  const { client_id, client_secret } = OPENID_CLIENT
  if (params.get('client_secret') === client_secret) return params.get('client_id') === client_id
  const [id = '', secret = ''] = Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(':')
  const decode = (text: string) => new URLSearchParams(`=${text}`).get('')
  return decode(id) === client_id && decode(secret) === client_secret
}

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(4).toString('hex')
  return { key: privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } }
}
