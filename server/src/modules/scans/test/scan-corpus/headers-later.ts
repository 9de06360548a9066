/** Pages with and without faults in their headers, written after the rules were finished. */
import { csp, type PageCase, pageWith } from './pages.ts'

const body = (html: string) => ({ body: `<!DOCTYPE HTML>\n<HTML><HEAD>${html}</HEAD><BODY></BODY></HTML>` })

export const planted: PageCase[] = [
  {
    name: 'a policy that only reports',
    page: pageWith({ ...csp(undefined), 'content-security-policy-report-only': "default-src 'self'" }),
    found: ['csp_missing'],
  },
  {
    name: 'a policy for frames alone',
    page: pageWith({ 'content-security-policy': "frame-ancestors 'self'" }),
    found: ['csp_without_scripts'],
  },
  {
    name: 'scripts in the page by default-src',
    page: pageWith(csp("default-src 'self' 'unsafe-inline'")),
    found: ['csp_unsafe_inline'],
  },
  {
    name: 'scripts from every https host',
    page: pageWith(csp("default-src 'self'; script-src 'self' https:")),
    found: ['csp_any_source'],
  },
  {
    name: 'scripts as data',
    page: pageWith(csp("default-src 'self'; script-src 'self' data:")),
    found: ['csp_any_source'],
  },
  {
    name: 'scripts from a host without TLS',
    page: pageWith(csp("default-src 'self'; script-src 'self' http://cdn.example.com")),
    found: ['csp_insecure_source'],
  },
  {
    name: 'keywords without quotes',
    page: pageWith(csp("default-src 'self'; script-src self")),
    found: ['csp_invalid'],
  },
  {
    name: 'HSTS switched off',
    page: pageWith({ 'strict-transport-security': 'max-age=0' }),
    found: ['hsts_short'],
  },
  {
    name: 'HSTS without a number',
    page: pageWith({ 'strict-transport-security': 'includeSubDomains' }),
    found: ['hsts_invalid'],
  },
  {
    name: 'the second of three cookies, with dates',
    page: pageWith({
      'set-cookie':
        'theme=dark; Expires=Wed, 21 Oct 2027 07:28:00 GMT; Secure, auth_token=abc; Expires=Thu, 22 Oct 2027 07:28:00 GMT; Secure; SameSite=Lax, lang=en; Secure',
    }),
    found: ['cookie_without_httponly'],
  },
  {
    name: 'SameSite=None without Secure, by a plain cookie',
    page: pageWith({ 'set-cookie': 'widget=1; SameSite=None' }),
    found: ['cookie_without_secure', 'cookie_wrong_samesite'],
  },
  {
    name: 'shared with the caller, with credentials',
    page: pageWith({
      'access-control-allow-origin': 'https://atrium-scan.invalid',
      'access-control-allow-credentials': 'True',
      vary: 'Origin',
    }),
    found: ['cors_any_origin_with_credentials'],
  },
  {
    name: 'frames by anyone in spite of X-Frame-Options',
    page: pageWith({
      'content-security-policy': "default-src 'self'; frame-ancestors *",
      'x-frame-options': 'DENY',
    }),
    found: ['frames_by_anyone'],
  },
  {
    name: 'ALLOW-FROM',
    page: pageWith({
      'content-security-policy': "default-src 'self'",
      'x-frame-options': 'ALLOW-FROM https://a.example',
    }),
    found: ['frame_protection_invalid'],
  },
  {
    name: 'versions',
    page: pageWith({ server: 'Apache/2.4.49 (Unix)', 'x-powered-by': 'PHP/8.1.2' }),
    found: ['powered_by_version', 'server_version'],
  },
  {
    name: 'a form that sends without TLS',
    page: pageWith({}, body("<FORM METHOD=post ACTION='http://shop.example.com/pay'>")),
    found: ['mixed_content'],
  },
  {
    name: 'a redirect away from TLS',
    page: pageWith({}, { status: 301, leadsToPlain: 'http://shop.example.com/' }),
    found: ['redirects_to_http'],
  },
  {
    name: 'published without TLS',
    page: pageWith({ 'strict-transport-security': undefined }, { url: 'http://shop.example.com/' }),
    found: ['published_without_tls'],
  },
]

export const clean: PageCase[] = [
  {
    name: 'two policies, of which one is strict',
    page: pageWith(csp("script-src * 'unsafe-inline', default-src 'none'; script-src 'self'")),
    found: [],
  },
  {
    name: 'hashes with unsafe-inline for old browsers',
    page: pageWith(
      csp(
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8='",
      ),
    ),
    found: [],
  },
  {
    name: 'https: for pictures',
    page: pageWith(csp("default-src 'self'; img-src https: data: http:")),
    found: [],
  },
  {
    name: 'WebAssembly',
    page: pageWith(csp("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'")),
    found: [],
  },
  {
    name: 'names in other letters, reports, trusted types',
    page: pageWith(
      csp(
        "Default-Src 'self'; SCRIPT-SRC 'self'; report-uri /r; report-to r; require-trusted-types-for 'script'; trusted-types app",
      ),
    ),
    found: [],
  },
  {
    name: 'HSTS with quotes and blanks',
    page: pageWith({ 'strict-transport-security': 'includeSubDomains ; max-age="63072000" ; preload' }),
    found: [],
  },
  {
    name: 'HSTS of an address',
    page: pageWith({ 'strict-transport-security': undefined }, { url: 'https://203.0.113.9/' }),
    found: [],
  },
  {
    name: 'HSTS of a site of this server behind a proxy',
    page: pageWith({ 'strict-transport-security': undefined }, { isOwn: true }),
    found: [],
  },
  {
    name: 'a session that is deleted',
    page: pageWith({ 'set-cookie': 'session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/' }),
    found: [],
  },
  {
    name: 'a cookie of a choice',
    page: pageWith({ 'set-cookie': 'consent=yes; Max-Age=31536000; Path=/; Secure' }),
    found: [],
  },
  {
    name: 'no page but data',
    page: pageWith(
      {
        'content-type': 'application/json',
        'content-security-policy': undefined,
        'referrer-policy': undefined,
      },
      { body: '{"a":"<script src=http://x.example/a.js>"}' },
    ),
    found: [],
  },
  {
    name: 'http only in comments, scripts and texts',
    page: pageWith(
      {},
      body(
        '<!-- <script src="http://a.example/a.js"></script> --><script>document.write("<img src=http://b.example/b.png>")</script><textarea><iframe src="http://c.example"></iframe></textarea>',
      ),
    ),
    found: [],
  },
  {
    name: 'http that browsers are asked to upgrade',
    page: pageWith(
      { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'; upgrade-insecure-requests" },
      body('<img src="http://a.example/a.png">'),
    ),
    found: [],
  },
  {
    name: 'referrers by a tag',
    page: pageWith({ 'referrer-policy': undefined }, body("<meta name='referrer' content=no-referrer>")),
    found: [],
  },
  {
    name: 'the same X-Frame-Options twice',
    page: pageWith({
      'content-security-policy': "default-src 'self'",
      'x-frame-options': 'SAMEORIGIN, SAMEORIGIN',
    }),
    found: [],
  },
  {
    name: 'names of servers with numbers that are no versions',
    page: pageWith({ server: 'edge-fra3', via: '1.1 proxy' }),
    found: [],
  },
]
