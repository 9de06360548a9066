/** What each rule says to people. */

export interface RuleText {
  category: string
  cwe: string[]
  title: string
  description: string
  recommendation: string
}

const HTML = 'Show it as text, or clean it first with a library such as DOMPurify.'

export const ruleTexts = {
  code_from_text: {
    category: 'code_injection',
    cwe: ['CWE-95'],
    title: 'Text is run as code',
    description:
      'The text is put together while the program runs. Part of it can come from somebody else, and then their code runs with all that this program may do.',
    recommendation:
      'Do without running text as code: read data with JSON.parse, choose functions from a fixed table.',
  },
  unsafe_html: {
    category: 'cross_site_scripting',
    cwe: ['CWE-79'],
    title: 'Values become HTML without being cleaned',
    description:
      'What is in the value is read as HTML, scripts included. A name or comment that somebody else wrote can act as the person who looks at it.',
    recommendation: HTML,
  },
  script_url: {
    category: 'cross_site_scripting',
    cwe: ['CWE-79'],
    title: 'An address runs code',
    description:
      'Addresses that begin with javascript: run as code of this page, with all that the person may do.',
    recommendation:
      'Use an event handler for actions, and let links have http, https or mailto addresses alone.',
  },
  address_from_input: {
    category: 'cross_site_scripting',
    cwe: ['CWE-79', 'CWE-601'],
    title: 'A link or frame shows an address that others choose',
    description:
      'The address comes from the query or the path of the page. It can begin with javascript:, or lead to a page that looks like this one.',
    recommendation:
      'Check that the address begins with https:// and a host that you know, or with a single slash.',
  },
  open_redirect: {
    category: 'open_redirect',
    cwe: ['CWE-601'],
    title: 'People are sent to an address that others choose',
    description:
      'Where it goes comes from the query of the address. A link to this app can lead people to a page that asks for their password.',
    recommendation: 'Allow only paths of this app, or hosts of a fixed list.',
  },
  window_opener: {
    category: 'navigation',
    cwe: ['CWE-1022'],
    title: 'A page that is opened can change the address of this one',
    description:
      'In older browsers the page behind a link with target="_blank" gets hold of this window, and can show a false sign-in in its place.',
    recommendation: 'Add rel="noopener noreferrer" to the link.',
  },
  message_to_anyone: {
    category: 'messages',
    cwe: ['CWE-346'],
    title: 'A message goes to whatever page is there',
    description:
      'With * the browser does not look at who receives it. Another site that holds this window or frame reads what is sent.',
    recommendation: 'Name the origin that may receive it.',
  },
  message_from_anyone: {
    category: 'messages',
    cwe: ['CWE-346'],
    title: 'Messages are taken from any page',
    description:
      'Every site that opens or frames this page can send such messages; the handler does not look at where they come from.',
    recommendation: 'Compare event.origin with the origin that you expect before you use event.data.',
  },
  credential_in_storage: {
    category: 'storage',
    cwe: ['CWE-922'],
    title: 'A credential lies in the storage of the browser',
    description: 'Any script of the page can read it there, and it stays after the window is closed.',
    recommendation: 'Keep sessions in a cookie with HttpOnly and Secure, and never store passwords.',
  },
  predictable_random: {
    category: 'cryptography',
    cwe: ['CWE-338'],
    title: 'A secret value comes from Math.random',
    description: 'Its numbers can be worked out from earlier ones, so somebody can guess the value.',
    recommendation: 'Use crypto.getRandomValues or crypto.randomUUID.',
  },
  weak_password_hash: {
    category: 'cryptography',
    cwe: ['CWE-916', 'CWE-328'],
    title: 'Passwords are hashed too fast',
    description:
      'MD5, SHA-1 and SHA-2 are so fast that passwords are found by trying; the first two are also broken.',
    recommendation: 'Use argon2id, scrypt or bcrypt, with a salt for each password.',
  },
  weak_cipher: {
    category: 'cryptography',
    cwe: ['CWE-327'],
    title: 'The encryption is weak',
    description: 'DES, RC4 and the ECB mode can be broken or show patterns of what is encrypted.',
    recommendation: 'Use aes-256-gcm with a new nonce for each message.',
  },
  unsigned_token: {
    category: 'cryptography',
    cwe: ['CWE-347'],
    title: 'Tokens without a signature are accepted',
    description: 'With the algorithm none anybody can write a token that says what they like.',
    recommendation: 'Name the algorithm that you sign with, and no other.',
  },
  tls_not_checked: {
    category: 'transport',
    cwe: ['CWE-295'],
    title: 'Certificates are not checked',
    description: 'Somebody on the way can pass for the server, and read and change everything.',
    recommendation: 'Check certificates; give your own authority to the client if you have one.',
  },
  plain_http: {
    category: 'transport',
    cwe: ['CWE-319'],
    title: 'A call goes out unencrypted',
    description: 'Everybody on the way can read and change what is sent and what comes back.',
    recommendation: 'Use https or wss.',
  },
  pattern_from_input: {
    category: 'denial_of_service',
    cwe: ['CWE-1333'],
    title: 'A search pattern is made of input',
    description: 'A pattern such as (a+)+$ keeps the program busy for minutes.',
    recommendation: 'Escape the text before it becomes a pattern, or search with includes.',
  },
  prototype_pollution: {
    category: 'prototype_pollution',
    cwe: ['CWE-1321'],
    title: 'Input can change what all objects share',
    description:
      'A key such as __proto__ reaches the prototype of every object, and so switches on whatever reads a field that is not set.',
    recommendation: 'Refuse __proto__, constructor and prototype as keys, or keep such values in a Map.',
  },
  unsafe_deserialization: {
    category: 'code_injection',
    cwe: ['CWE-502'],
    title: 'Data is read in a way that can run code',
    description:
      'What is read decides which code runs; data from somebody else then runs as part of this program.',
    recommendation: 'Read data with JSON.parse, and check it by a schema.',
  },
  command_injection: {
    category: 'command_injection',
    cwe: ['CWE-78'],
    title: 'A command of the system is put together from values',
    description: 'A value such as “; rm -rf /” becomes another command.',
    recommendation: 'Use execFile or spawn with a list of arguments and without a shell.',
  },
  request_from_input: {
    category: 'server_side_request_forgery',
    cwe: ['CWE-918'],
    title: 'Input decides which server is called',
    description:
      'The address comes from the request or from the address of the page. Somebody else can have this program call other servers in its name.',
    recommendation: 'Compare the host of the address with a fixed list before it is called.',
  },
  path_from_input: {
    category: 'path_traversal',
    cwe: ['CWE-22'],
    title: 'Input decides which file is opened',
    description: 'With ../ in it, it leads to any file that the program can reach.',
    recommendation:
      'Take the last part alone with path.basename, or check that the resolved path is below your folder.',
  },
  sql_from_text: {
    category: 'sql_injection',
    cwe: ['CWE-89'],
    title: 'A database statement is put together from values',
    description: 'A value with a quote in it becomes part of the statement, and reads or changes other rows.',
    recommendation: 'Pass values as parameters ($1, ?), not as part of the text.',
  },
} as const satisfies Record<string, RuleText>
export type RuleId = keyof typeof ruleTexts
