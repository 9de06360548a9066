/** Secrets that only what stands around them tells: addresses, headers, assignments. */

import { isConfig, isProse, isTest } from './exposure.ts'
import { isAssigned, isToken, isUuid, KEY_WORDS, PUBLIC_VALUES } from './judge-assigned.ts'
import {
  entropyOf,
  isPlaceholder,
  isRandom,
  isShortLived,
  isWeakPassword,
  isWords,
  readClaims,
} from './judge-value.ts'
import type { Candidate, SecretRule } from './secret-rule.ts'

const JWT = /(?<![\w.-])eyJ[\w-]{10,1000}\.eyJ[\w-]{10,3000}\.[\w-]{20,700}(?![\w-])/dg
const GENERIC_KEYWORDS = ['key', 'secret', 'token', 'pass', 'pwd', 'credential', 'authorization']

export const contextRules: readonly SecretRule[] = [
  {
    id: 'private_key',
    name: 'private key',
    keywords: ['private key'],
    pattern: /-----BEGIN (?:[A-Z]{2,8} )?PRIVATE KEY(?: BLOCK)?-----(?<body>[^-]{80,7500})/dg,
    severity: 'critical',
    confidence: 'high',
    judge({ groups }) {
      const bare = (groups.body ?? '').replaceAll(/\\[nr]|[^A-Za-z0-9+/]/g, '')
      return bare.length >= 100 && entropyOf(bare) >= 4 && !/\.\.\.|…|YOUR|EXAMPLE/i.test(groups.body ?? '')
    },
  },
  {
    id: 'supabase_service_key',
    name: 'service key of Supabase',
    keywords: ['eyj'],
    pattern: JWT,
    severity: 'critical',
    confidence: 'high',
    judge: ({ value }) => readClaims(value)?.role === 'service_role',
  },
  {
    id: 'long_lived_token',
    name: 'web token that is valid for long',
    keywords: ['eyj'],
    pattern: JWT,
    severity: 'high',
    confidence: 'medium',
    judge({ value }) {
      const claims = readClaims(value)
      const isPublic = claims?.role === 'anon' || claims?.sub === '1234567890' || claims?.name === 'John Doe'
      return claims !== null && !isPublic && !isShortLived(claims) && claims.role !== 'service_role'
    },
  },
  {
    id: 'google_api_key',
    name: 'key of Google',
    keywords: ['aiza'],
    pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/dg,
    severity: 'high',
    confidence: 'medium',
    judge({ value, before, after }) {
      if (isPlaceholder(value)) return false
      // The web configuration of Firebase is made to be public; its rules guard the data.
      return /authDomain|firebaseapp\.com|messagingSenderId/.test(before + after) ? 'info' : true
    },
  },
  {
    id: 'aws_secret_access_key',
    name: 'secret key of AWS',
    keywords: ['aws', 'secretaccesskey', 'secret_access_key'],
    pattern:
      /(?:secret_?access_?key|aws_?secret(?:_?key)?)\w{0,10}["'`\]]{0,2}\s{0,4}(?:=>|[=:,])\s{0,4}["'`]?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
    severity: 'critical',
    confidence: 'high',
    judge: ({ value }) => !isPlaceholder(value) && entropyOf(value) >= 4,
  },
  {
    id: 'database_password',
    name: 'password of a database',
    keywords: ['://'],
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|libsql):\/\/[^\s:@/'"`<>{}]{0,100}:(?<value>[^\s@/'"`<>]{3,200})@(?<host>[^\s/'"`:?<>]{1,200})/dgi,
    severity: 'critical',
    confidence: 'high',
    judge: isRealPassword,
  },
  {
    id: 'password_in_address',
    name: 'password in an address',
    keywords: ['://'],
    pattern:
      /\b(?:https?|ftps?|sftp|ssh|smtps?|imaps?|ldaps?|mqtts?|wss?):\/\/[^\s:@/'"`<>{}?#]{1,100}:(?<value>[^\s@/'"`<>]{3,200})@(?<host>[^\s/'"`:?<>]{1,200})/dgi,
    severity: 'high',
    confidence: 'medium',
    judge: isRealPassword,
  },
  {
    id: 'bearer_token',
    name: 'bearer token',
    keywords: ['bearer', 'token '],
    pattern: /\b(?:Bearer|Token)[ \t]{1,3}(?<value>[\w.~+/-]{20,500}={0,2})(?![\w${])/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isProse(path),
    judge: ({ value }) => isRandom(value) && !isToken(value),
  },
  {
    id: 'basic_credentials',
    name: 'name and password in a header',
    keywords: ['basic '],
    pattern: /\bBasic[ \t]{1,3}(?<value>[A-Za-z0-9+/]{12,300}={0,2})(?![\w${+/])/dg,
    severity: 'high',
    confidence: 'medium',
    judge({ value }) {
      const text = Buffer.from(value, 'base64').toString()
      return (
        /^[\x21-\x39\x3b-\x7e]{1,100}:[\x21-\x7e]{4,200}$/.test(text) &&
        !isWeakPassword(text.replace(/^.*?:/, ''))
      )
    },
  },
  {
    id: 'basic_password',
    name: 'name and password for a header',
    keywords: ['btoa(', 'buffer.from('],
    pattern: /\b(?:btoa|Buffer\.from)\(\s{0,8}["'`][\w.@+-]{1,100}:(?<value>[^\s"'`$:]{6,200})["'`]/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isTest(path) && !isProse(path),
    judge: ({ value }) => !isWeakPassword(value) && !isWords(value),
  },
  {
    id: 'twilio_auth_token',
    name: 'auth token of Twilio',
    keywords: ['twilio'],
    pattern:
      /twilio[\w.-]{0,30}["'`\]]{0,2}\)?\s{0,4}[=:,(]\s{0,4}["'`]?(?:AC[0-9a-f]{32}["'`]\s{0,4},\s{0,4}["'`])?(?<value>[0-9a-f]{32})(?![0-9a-f])/dgi,
    severity: 'critical',
    confidence: 'high',
    judge: ({ value }) => !isPlaceholder(value) && entropyOf(value) >= 3,
  },
  {
    id: 'mailgun_private_key',
    name: 'key of Mailgun',
    keywords: ['mailgun', 'mg_'],
    pattern: /(?<![\w-])(?<value>[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![\w-])/dg,
    severity: 'critical',
    confidence: 'high',
    judge: ({ value }) => !isPlaceholder(value) && entropyOf(value) >= 3,
  },
  {
    id: 'signing_secret',
    name: 'secret that signs',
    keywords: ['.sign(', '.verify(', 'createhmac(', 'cookieparser(', 'session('],
    pattern:
      /(?:\b(?:jwt|jsonwebtoken)\.(?:sign|verify)\(\s{0,8}(?:[\w.$]{1,80}|\{[^{}]{0,300}\})\s{0,8},|createHmac\(\s{0,8}["'`]\w{1,20}["'`]\s{0,8},|\bcookieParser\(|\bsession\(\s{0,8}\{[^{}]{0,200}\bsecret:)\s{0,8}["'`](?<value>[^\s"'`]{8,300})["'`]/dgi,
    severity: 'critical',
    confidence: 'high',
    isFor: (path) => !isTest(path) && !isProse(path),
    judge: ({ value }) => !isPlaceholder(value),
  },
  {
    id: 'client_key',
    name: 'key of a client',
    keywords: ['client(', 'api(', 'bot(', 'translator('],
    pattern:
      /\b(?:new\s[\w.]{0,60}(?:Client|Api|Bot|Translator)|create\w{0,30}Client)\(\s{0,8}["'`](?<value>[\w.~-]{20,300})["'`]/dgi,
    severity: 'high',
    confidence: 'low',
    isFor: (path) => !isTest(path) && !isProse(path),
    judge: ({ value }) => isRandom(value) && !isToken(value) && !isUuid(value) && !PUBLIC_VALUES.test(value),
  },
  {
    id: 'key_in_address',
    name: 'key in an address',
    keywords: ['key=', 'token=', 'secret='],
    pattern:
      /[?&"'`](?:api[_-]?key|(?:access|auth)[_-]?token|(?:client[_-]?)?secret|token|key)=(?<value>[\w.~%-]{20,300})(?![\w${])/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isTest(path) && !isProse(path),
    judge: ({ value }) => isRandom(value) && !isToken(value) && !PUBLIC_VALUES.test(value),
  },
  {
    id: 'assigned_secret',
    name: 'secret',
    keywords: GENERIC_KEYWORDS,
    pattern: new RegExp(
      `(?<name>(?:${KEY_WORDS})[\\w-]{0,30})["'\`\\]]{0,2}\\s{0,8}(?:\\s{0,3}:?\\s{0,3}(?:&(?:'static )?)?str(?:ing)?\\s{0,3})?(?:=>|:=|\\?\\?=|\\|\\|=|={1,3}|:|\\|\\||\\?\\?|,)\\s{0,8}(?:\\{\\s{0,4})?(?:(?:new\\s)?[\\w.[\\]()]{1,60}\\()?["'\`](?=(?<value>[^\\s"'\`]{8,300}))\\k<value>["'\`]`,
      'gdi',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isTest(path) && !isProse(path),
    judge: isAssigned,
  },
  {
    id: 'configured_secret',
    name: 'secret',
    keywords: GENERIC_KEYWORDS,
    pattern: new RegExp(
      `(?<name>(?:${KEY_WORDS})[\\w-]{0,30})["']?[ \\t]{0,4}[=:][ \\t]{0,4}(?=(?<value>[^\\s"'\`#]{8,300}))\\k<value>[ \\t]{0,4}(?=$|\\r|[ \\t]#)`,
      'gdim',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: isConfig,
    judge: isAssigned,
  },
]

function isRealPassword({ value, groups, path }: Candidate): boolean {
  if (isWeakPassword(value) || /^[$%{:[]/.test(value) || /\{\w+\}/.test(value)) return false
  const host = groups.host ?? ''
  const isHere = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|host\.docker\.internal)/i.test(host)
  return (
    !isHere &&
    !/(?:^|[@.])example\.|\.(?:test|invalid|localhost)$|^[$<{]|^host$/i.test(host) &&
    !isProse(path)
  )
}
