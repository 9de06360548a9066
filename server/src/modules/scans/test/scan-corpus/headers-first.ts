/** Pages with and without faults in their headers, written with the rules. */
import { csp, type PageCase, pageWith } from './pages.ts'

const body = (html: string) => ({ body: `<!doctype html><html><head>${html}</head><body></body></html>` })

export const planted: PageCase[] = [
  { name: 'no policy', page: pageWith(csp(undefined)), found: ['csp_missing'] },
  {
    name: 'scripts in the page',
    page: pageWith(csp("default-src 'self'; script-src 'self' 'unsafe-inline'")),
    found: ['csp_unsafe_inline'],
  },
  {
    name: 'eval',
    page: pageWith(csp("default-src 'self'; script-src 'self' 'unsafe-eval'")),
    found: ['csp_unsafe_eval'],
  },
  {
    name: 'scripts from anywhere',
    page: pageWith(csp("default-src 'self'; script-src *")),
    found: ['csp_any_source'],
  },
  { name: 'no HSTS', page: pageWith({ 'strict-transport-security': undefined }), found: ['hsts_missing'] },
  {
    name: 'short HSTS',
    page: pageWith({ 'strict-transport-security': 'max-age=3600' }),
    found: ['hsts_short'],
  },
  {
    name: 'session without Secure',
    page: pageWith({ 'set-cookie': 'sessionid=abc; HttpOnly; SameSite=Lax' }),
    found: ['cookie_without_secure'],
  },
  {
    name: 'session for scripts',
    page: pageWith({ 'set-cookie': 'PHPSESSID=abc; Secure; SameSite=Lax' }),
    found: ['cookie_without_httponly'],
  },
  {
    name: 'shared with all, with credentials',
    page: pageWith({ 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' }),
    found: ['cors_any_origin_with_credentials'],
  },
  { name: 'no nosniff', page: pageWith({ 'x-content-type-options': undefined }), found: ['nosniff_missing'] },
  {
    name: 'no frame protection',
    page: pageWith({ 'content-security-policy': "default-src 'self'" }),
    found: ['frame_protection_missing'],
  },
  {
    name: 'unsafe referrers',
    page: pageWith({ 'referrer-policy': 'unsafe-url' }),
    found: ['referrer_policy_unsafe'],
  },
  {
    name: 'a script without TLS',
    page: pageWith({}, body('<script src="http://cdn.example.com/a.js"></script>')),
    found: ['mixed_content'],
  },
]

export const clean: PageCase[] = [
  { name: 'nothing wrong', page: pageWith({}), found: [] },
  {
    name: 'nonces with a fallback',
    page: pageWith(
      csp(
        "script-src 'nonce-R4nd0mR4nd0m' 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; base-uri 'none'",
      ),
    ),
    found: [],
  },
  {
    name: 'styles in the page',
    page: pageWith(csp("default-src 'self'; style-src 'self' 'unsafe-inline'")),
    found: [],
  },
  {
    name: 'shared with all, without credentials',
    page: pageWith({ 'access-control-allow-origin': '*' }),
    found: [],
  },
  {
    name: 'shared with one, with credentials',
    page: pageWith({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
    }),
    found: [],
  },
  {
    name: 'a good session',
    page: pageWith({ 'set-cookie': '__Host-session=abc; Path=/; Secure; HttpOnly; SameSite=Lax' }),
    found: [],
  },
  {
    name: 'a token against forgery for scripts',
    page: pageWith({ 'set-cookie': 'XSRF-TOKEN=abc; Secure; SameSite=Strict' }),
    found: [],
  },
  {
    name: 'X-Frame-Options in place of the policy',
    page: pageWith({ 'content-security-policy': "default-src 'self'", 'x-frame-options': 'sameorigin' }),
    found: [],
  },
  {
    name: 'the policy in a tag',
    page: pageWith(
      csp(undefined),
      body(`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`),
    ),
    found: [],
  },
  {
    name: 'a server without a version',
    page: pageWith({ server: 'nginx', 'x-powered-by': 'Express' }),
    found: [],
  },
  {
    name: 'plain http on this machine',
    page: pageWith({ 'strict-transport-security': undefined }, { url: 'http://127.0.0.1:8787/sites/app_1/' }),
    found: [],
  },
  {
    name: 'a link to http',
    page: pageWith(
      {},
      body('<a href="http://example.com/">there</a><link rel="canonical" href="http://shop.example.com/">'),
    ),
    found: [],
  },
  {
    name: 'a list of referrer policies for old browsers',
    page: pageWith({ 'referrer-policy': 'no-referrer-when-downgrade, strict-origin-when-cross-origin' }),
    found: [],
  },
]
