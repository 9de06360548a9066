/** A comparison that ends at the first wrong character says by its time how much of a guess was right. */
import { describe, expect, test } from 'vitest'
import { isTest, readSources } from './sources.ts'

const product = readSources().filter(
  ({ path }) => /^(server|sdk)\/src\//.test(path) && !isTest(path) && !path.endsWith('/conformance.ts'),
)
const textOf = (path: string) => product.find((source) => source.path === path)?.text ?? ''

/** Where secrets are compared, and the one form in which that is done there. */
const COMPARED = {
  'server/src/platform/secrets.ts': ['bytes.length === expected.length && timingSafeEqual(bytes, expected)'],
  'server/src/platform/backup/encrypt-stream.ts': [
    'given.length === expected.length && timingSafeEqual(given, expected)',
  ],
  'server/src/platform/passwords/passwords.ts': [
    'expected.length === tag.length && timingSafeEqual(expected, tag)',
  ],
  'server/src/platform/http/system.ts': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file
    'timingSafeEqual(hashSecret(header), hashSecret(`Bearer ${token}`))',
  ],
  'server/src/ports/git/gateway.ts': [
    "timingSafeEqual(hashSecret(request.headers.authorization ?? ''), hashSecret(key))",
  ],
  'server/src/tenancy/account/totp.ts': [
    'given.length === expected.length && timingSafeEqual(given, expected)',
  ],
  'server/src/tenancy/access/authenticate.ts': ['!timingSafeEqual(found.secret_hash, secretHash)'],
  'server/src/modules/workflows/triggers/find-by-hook.ts': ['timingSafeEqual(hook_hash, hash)'],
  // It must run where there is no Node, so it has its own.
  'sdk/src/verify-webhook.ts': [
    'given.some((each) => isSameText(each, expected))',
    'if (isSameText(header.toLowerCase(), expected)) return',
    'difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)',
  ],
}

/** Where a secret comes in and is handed to one of the comparisons above. */
const HANDED_ON = {
  'server/src/platform/paging.ts': 'secrets.verify(',
  'server/src/modules/integrations/file-address.ts': 'secrets.verify(',
  'server/src/modules/connectors/connections/connection-state.ts': 'secrets.verify(',
  'server/src/ports/connector-auth/sandbox-tokens.ts': 'secrets.verify(',
  'server/src/tenancy/app-users/sign-in/proofs.ts': 'secrets.verify(',
  'server/src/tenancy/openid/sign-in-ticket.ts': 'secrets.verify(',
  'server/src/tenancy/app-users/invitation-token.ts': 'secrets.verify(',
  'server/src/tenancy/app-users/sign-in/verify-otp.ts': '!isCode(secrets, ',
  'server/src/tenancy/account/passkey-challenge.ts': 'secrets.verify(',
  'server/src/tenancy/account/change-account-password.ts': 'verifyPassword(body.current_password, ',
  'server/src/tenancy/session/confirm-session.ts': 'verifyPassword(body.password ',
  'server/src/tenancy/session/create-session.ts': 'verifyPassword(body.password, ',
  'server/src/tenancy/app-users/sign-in/login-to-app.ts': 'verifyPassword(body.password, ',
  'server/src/tenancy/app-users/sign-in/register-in-app.ts': 'verifyPassword(password, ',
  'server/src/tenancy/app-users/sign-in/change-password.ts': 'verifyPassword(body.current_password, ',
}

/** Where the database finds a secret by its SHA-256, whose beginning nobody can choose. */
const FOUND_BY_HASH = {
  'server/src/tenancy/access/authenticate.ts': 'store.findCredential(secretHash)',
  'server/src/tenancy/invitations/find-open-invitation.ts': 'const token_hash = hashSecret(token)',
  'server/src/tenancy/account/reset-account-password.ts': 'const hash = hashSecret(body.reset_token)',
  'server/src/tenancy/account/require-second-factor.ts': 'const hash = hashRecoveryCode(user.id, code)',
  'server/src/tenancy/app-users/sign-in/reset-password.ts': 'linkProof(body.reset_token)',
  'server/src/tenancy/app-users/sign-in/verify-magic-link.ts': 'linkProof(body.link_token)',
  'server/src/modules/browser-tests/recordings/send-recorded-actions.ts':
    'const key_hash = hashSecret(params.recording_key)',
  'server/src/tenancy/app-users/sign-in/proofs.ts': "return hashSecret(token).toString('base64url')",
}

/** What only looks like the comparison of a secret. */
const HARMLESS: Record<string, string> = {
  'server/src/modules/attention/list-attention.ts: item.state === wanted': 'open, snoozed or dismissed',
  'server/src/ports/function-runtime/log-lines.ts: line.startsWith(mark':
    'a function that prints a guess sees nothing of how long the server reads it',
  "server/src/ports/function-runtime/vendor-packages.ts: createHash('sha512').update(archive).digest('base64') === expected":
    'the hash of a published package',
  'server/src/modules/agents/messages/send-message.ts: first.fingerprint.equals(request.fingerprint':
    "the caller's own earlier request",
  'server/src/modules/connectors/calls/carry-out-call.ts: credentials.access_token !== refused':
    'our own token, with the one that was just sent',
  'server/src/modules/connectors/custom/draft/draft-sign-in.ts: flow.refresh_url === flow.token_url':
    'two addresses',
  'server/src/modules/connectors/tokens/store-outcome.ts: access_token === credentials.access_token':
    'our own token, with itself',
  'server/src/modules/connectors/tokens/store-outcome.ts: found.credentials === claimed.credentials':
    'an encrypted text, with itself',
  'server/src/modules/connectors/tokens/store-outcome.ts: refresh_token === credentials.refresh_token':
    'our own token, with itself',
  'server/src/modules/connectors/tokens/usable-credentials.ts: credentials.access_token === refusedToken':
    'our own token, with the one that was just sent',
  'server/src/modules/connectors/tokens/usable-credentials.ts: stored.access_token === refusedToken':
    'our own token, with the one that was just sent',
  'sdk/src/login-page.ts: one.state !== state': 'in the browser of the person, with what they sent',
  'sdk/src/area-client.ts: current.token === token': "the caller's own token, with the one just sent",
  'sdk/src/kept-session.ts: storage.getItem(key) === token': "the caller's own token, with the one just sent",
  'sdk/src/cli/login.ts: byName.get(name)?.token === connection.token':
    "the person's own token, with the one they kept",
  'server/src/platform/idempotency/keyed-requests.ts: found.fingerprint.equals(fingerprint':
    "the caller's own earlier request",
  'server/src/tenancy/account/list-sessions.ts: row.id === caller.credential_id':
    'the id of a session, no secret',
  'server/src/modules/entities/conditions/matches.ts: Buffer.compare(': 'the order of texts of records',
  'server/src/platform/backup/take-backup.ts: next.equals(last': 'whether a file was read twice alike',
  "server/src/modules/integrations/archive-arrivals.ts: file.hash.digest('hex') !== row.sha256":
    'whether the bytes of a file are damaged',
  "server/src/platform/backup/volumes.ts: hash.digest('hex') !== sha256": 'whether a file is damaged',
  'server/src/platform/archive/import-archive.ts: fresh.has(hash': 'which rows of an archive are new',
  'server/src/platform/database/folder-lock.ts: startMark(pid) === started': 'when a process began',
  'server/src/platform/database/folder-lock.ts: error.code === code': 'the code of an error',
  'server/src/platform/http/answer-check.ts: refusalsOf(operation).includes(code': 'the code of a refusal',
  'server/src/ports/ad-platform/google-images.ts: start.startsWith(signature': 'the first bytes of an image',
  'server/src/ports/ad-platform/google-token.ts: kept?.token === token': 'our own token, with itself',
  'server/src/ports/function-runtime/gateway.ts: request.headers.authorization === credential':
    'the id of a call, with itself: its own code sends both',
  'server/src/ports/browser/screenshot.ts: text.includes(secret': 'where a page shows a secret, to hide it',
  'server/src/ports/browser/trace.ts: entry.content.includes(secret':
    'where a trace holds a secret, to hide it',
  'server/src/ports/openid/openid-connect.ts: error.code === oauth.KEY_SELECTION': 'the code of an error',
  'server/src/tenancy/openid/verify-sign-in-domain.ts: texts.includes(holder.proof': 'it stands in the DNS',
  'server/src/tenancy/openid/verify-sign-in-domain.ts: texts.includes(mine.proof': 'it stands in the DNS',
  'server/src/ports/source-storage/object-form.ts: Buffer.compare(': 'the order of names in a tree',
  'server/src/modules/coding/sessions/launch-inputs.ts: launched.input_hash === inputHash':
    'the sum of what the caller has just sent and sent before',
  'server/src/modules/coding/sessions/send-session-message.ts: first.input_hash !== message.input_hash':
    'the sum of what the caller has just sent and sent before',
  'server/src/modules/hosting/domains/find-proof.ts: text?.trim() === proof':
    'what proves a domain stands in public, and is compared with what its owner wrote there',
  'server/src/modules/hosting/domains/find-proof.ts: text.trim() === proof':
    'what proves a domain stands in public, and is compared with what its owner wrote there',
  'server/src/modules/hosting/revisions/add-revision.ts: active.content_hash === content_hash':
    'the sum of public files',
  'server/src/modules/hosting/revisions/store-contents.ts: file.hash === hash': 'the sum of a public file',
  'server/src/modules/hosting/revisions/store-contents.ts: stored.has(hash': 'the sum of a public file',
}

test.each(Object.entries(COMPARED))('%s compares in constant time', (path, forms) => {
  for (const form of forms) expect(textOf(path)).toContain(form)
})

test('no other file compares with timingSafeEqual without being named here', () => {
  const calling = product.filter(({ text }) => text.includes('timingSafeEqual('))
  const named = Object.entries(COMPARED).filter(([, [form]]) => form?.includes('timingSafeEqual('))
  expect(calling.map(({ path }) => path).sort()).toEqual(named.map(([path]) => path).sort())
})

test.each([...Object.entries(HANDED_ON), ...Object.entries(FOUND_BY_HASH)])(
  '%s checks a secret with %s',
  (path, form) => {
    expect(textOf(path)).toContain(form)
  },
)

test('every file that hands a secret on is named here', () => {
  const calling = product.filter(({ text }) =>
    /(?<!function )\b(secrets\.verify|verifyPassword|isCode)\(/.test(text),
  )
  expect(calling.map(({ path }) => path).sort()).toEqual(Object.keys(HANDED_ON).sort())
})

test('nothing else compares what looks like a secret', () => {
  const found = product.flatMap(({ path, text }) => comparisonsIn(text).map((each) => `${path}: ${each}`))
  expect([...new Set(found)].sort()).toEqual(Object.keys(HARMLESS).sort())
})

describe('what looks like the comparison of a secret', () => {
  test.each([
    'if (row.secret === body.secret) return',
    'return given.length > 0 && hashSecret(given) == row.secret_hash',
    "createHmac('sha256', keyOf(app)).update(body).digest('hex') !== signature",
    "a.token_hash.toString('hex') ===\n      other",
    'if (known != session.csrf) throw',
    'state !== cookie.state',
    'row.code_hash.equals(x)',
    'expected.equals(tokenHash)',
    'Buffer.compare(a, b) === 0',
    'tokens.includes(given)',
    'list.includes(body.password)',
    'sent.startsWith(api_key)',
    'known.has(otp_code)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file
    'header === `Bearer ${token}`',
  ])('is %s', (text) => expect(comparisonsIn(text)).toHaveLength(1))

  test.each([
    'if (secret === null || token === undefined) return',
    "row.state === 'done' && code === 4",
    "typeof secret !== 'string'",
    'token.kind === kind',
    'a.secret.length === b.length',
    'error.code === UNIQUE_VIOLATION',
    '/** Whether token === other. */\nconst x = 1',
    '  // token === other',
  ])('is not %s', (text) => expect(comparisonsIn(text)).toEqual([]))
})

/** Names, calls and what hangs on them by dots: `row.secret`, `hashSecret(x)`, `mac.digest('hex')`. */
const CALL = String.raw`(?:\((?:[^()]|\([^()]*\))*\))?`
const TERM = String.raw`[\w$]+${CALL}(?:[?!]?\.[\w$]+${CALL})*`
const EQUALITY = new RegExp(
  String.raw`(?<!typeof )(?<![\w$.])(${TERM})\s*[!=]==?\s*(${TERM}|\x60[^\x60]*\x60|\S)`,
  'g',
)
const METHOD = new RegExp(
  String.raw`(?<![\w$.])(${TERM}?)\.(equals|includes|indexOf|startsWith|has)\(([^()]*)`,
  'g',
)

const SECRET =
  /secret|token|signature|hmac|digest|passw|hash|^mac$|csrf|otp|nonce|cookie|proof|mark$|^state$|^code$|code_?hash|credential|api_?key/i

/** Its last name decides: `token.kind` is a kind. What only changes the form of a value is passed over. */
function looksSecret(term: string): boolean {
  if (term.startsWith('`'))
    return [...term.matchAll(/\$\{([^}]*)\}/g)].some(([, part = '']) => looksSecret(part))
  const value = term.replace(/(\??\.(toString|toLowerCase|trim|slice|subarray|at)\([^()]*\))+$/, '')
  const name = new RegExp(String.raw`([\w$]+)${CALL}$`).exec(value)?.[1] ?? ''
  return SECRET.test(name) && !isConstant(name)
}

function isConstant(term: string): boolean {
  return /^(null|undefined|true|false|[A-Z][A-Z\d_]*|[^A-Za-z_$`].*|`[^$]*`?)$/s.test(term)
}

/** What is compared with a constant of the source is no secret. */
function comparisonsIn(source: string): string[] {
  const text = source.replaceAll(/^\s*(\/\*\*[\s\S]*?\*\/|\/\/.*$)/gm, '')
  const found = [
    ...[...text.matchAll(EQUALITY)].map(([whole, left, right]) => ({ whole, terms: [left, right] })),
    ...[...text.matchAll(METHOD)].map(([whole, on, , argument]) => ({ whole, terms: [on, argument] })),
  ].filter(({ whole, terms }) => {
    const [one = '', two = ''] = terms
    if (isConstant(one) || isConstant(two)) return false
    return whole.includes('.equals(') || looksSecret(one) || looksSecret(two)
  })
  return [...found.map(({ whole }) => whole), ...(text.match(/Buffer\.compare\(/g) ?? [])]
}
