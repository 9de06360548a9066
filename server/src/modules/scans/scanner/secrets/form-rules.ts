/** Secrets by the form around them: settings of programs, commands, markup and statements. */
import { isConfig, isProse, isTest } from './exposure.ts'
import { isAssigned, isUuid, KEY_WORDS, PUBLIC_VALUES } from './judge-assigned.ts'
import {
  entropyOf,
  isPlaceholder,
  isRandom,
  isStrongPassword,
  isWeakPassword,
  isWords,
} from './judge-value.ts'
import type { Candidate, SecretRule } from './secret-rule.ts'

const NAME = `[\\w.-]{0,40}(?:${KEY_WORDS}|(?<![a-z])key)[\\w-]{0,30}`
const VALUE = '(?<value>[^\\s"\'`<>]{8,300})'
const notInProse = (path: string) => !isTest(path) && !isProse(path)

export const formRules: readonly SecretRule[] = [
  {
    id: 'database_password',
    name: 'password of a database',
    keywords: ['password', 'pwd'],
    pattern: /\b(?:password|pwd)[ \t]{0,2}=[ \t]{0,2}(?<quote>["']?)(?<value>[^;"'`\s&<>]{4,200})/dgi,
    severity: 'critical',
    confidence: 'high',
    isFor: (path) => !isProse(path),
    judge({ value, before, after }) {
      const line = lastLine(before) + firstLine(after)
      const isConnection =
        /\b(?:server|data source|host|uid|user id|username|database|dbname|initial catalog|addr)[ \t]{0,2}=/i.test(
          line,
        ) || /jdbc:\w/.test(line)
      const isHere = /(?:server|host|data source|:\/\/)[ \t=]{0,3}(?:tcp:)?(?:localhost|127\.|\(local)/i.test(
        line,
      )
      return isConnection && !isHere && !isWeakPassword(value) && !isFilledIn(value)
    },
  },
  {
    id: 'database_password',
    name: 'password of a database',
    keywords: ['jdbc:oracle'],
    pattern: /jdbc:oracle:\w{1,10}:[\w.-]{1,60}\/(?<value>[^@\s"'`/]{3,100})@/dgi,
    severity: 'critical',
    confidence: 'high',
    judge: ({ value }) => !isWeakPassword(value) && !isFilledIn(value),
  },
  {
    id: 'database_password',
    name: 'password of a database',
    keywords: ['identified by', "password '", 'password "'],
    pattern:
      /\b(?:identified\s{1,4}by|(?:user|role|login)\s[^;\n]{1,100}\bpassword)\s{1,4}["'](?<value>[^\s"'`]{6,200})["']/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isChosen,
  },
  {
    id: 'login_password',
    name: 'password for a machine',
    keywords: ['login'],
    pattern: /\blogin\s{1,20}\S{1,100}\s{1,20}password\s{1,20}(?<value>\S{4,200})/dg,
    severity: 'high',
    confidence: 'high',
    isFor: (path) => !isProse(path),
    judge: ({ value, before }) =>
      /machine|default/.test(before.slice(-200)) && !isWeakPassword(value) && !isFilledIn(value),
  },
  {
    id: 'command_password',
    name: 'password in a command',
    keywords: ['curl', 'wget', 'http'],
    pattern:
      /\b(?:curl|wget|http|https|xh)\b[^\n|;]{0,300}?\s(?:-u|--user|-a|--auth|--proxy-user)[ =]{0,2}["']?[\w.@+-]{1,100}:(?<value>[^\s"'`$]{4,200})/dg,
    severity: 'high',
    confidence: 'high',
    judge: ({ value }) => !isWeakPassword(value) && !isFilledIn(value),
  },
  {
    id: 'command_password',
    name: 'password in a command',
    keywords: [
      '--password',
      '--token',
      '--api',
      '--secret',
      '--pass',
      '--requirepass',
      '--masterauth',
      '--auth',
      '--access',
    ],
    pattern:
      /--(?:password|passwd|pass|requirepass|masterauth|token|api-?key|secret|auth-token|access-token)(?:[ =]{1,2})["']?(?<value>[^\s"'`$<>[\]{}-][^\s"'`$<>]{5,300})/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isChosen,
  },
  {
    id: 'command_password',
    name: 'password in a command',
    keywords: [
      'mysql',
      'sshpass',
      'redis-cli',
      'docker login',
      'mongodump',
      'mongosh',
      'sqlcmd',
      'mysqldump',
    ],
    pattern:
      /\b(?:mysql\w{0,10}|sshpass|redis-cli|docker login|mongo\w{0,10}|sqlcmd)\b[^\n|;]{0,200}?\s-(?:p|P|a)[ =]?["']?(?<value>[^\s"'`$-][^\s"'`$]{5,200})/dg,
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isProse(path),
    judge: isChosen,
  },
  {
    id: 'command_password',
    name: 'password in a command',
    keywords: ['login', 'password-stdin', 'securestring'],
    pattern:
      /(?:\becho[ \t]{1,3}["']?(?=[^\n|]{1,300}\|[^\n]{0,200}(?:login|-stdin))|ConvertTo-SecureString[ \t]{1,3}(?:-String[ \t]{1,3})?["'])(?<value>[^\s"'`$|]{8,300})/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isProse(path),
    judge: isChosen,
  },
  {
    id: 'login_password',
    name: 'name and password',
    keywords: ['auth', 'login', 'credentials'],
    pattern:
      /\b(?:\w{0,20}auth|login|sign_?in|authenticate|credentials)["']?\s{0,4}(?:[:=]\s{0,4}[[(]?|\()\s{0,8}["'`][\w.@+-]{1,100}["'`]\s{0,4},\s{0,8}["'`](?<value>[^\s"'`$]{8,200})["'`]/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: ({ value }) => isRandom(value) || isStrongPassword(value),
  },
  {
    id: 'header_secret',
    name: 'secret in a header',
    keywords: ['apikey ', 'api-key ', 'key ', 'ssws ', 'splunk ', 'oauth ', 'bot '],
    pattern:
      /["'`](?:api-?key|\w{0,10}-?auth-?key|key|ssws|splunk|oauth|bot)[ \t]{1,3}(?<value>[\w.~+/=-]{20,300})["'`]/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: ({ value }) => isRandom(value) && !PUBLIC_VALUES.test(value),
  },
  {
    id: 'header_secret',
    name: 'secret in a header',
    keywords: ['-key:', '-token:', '-secret:', 'authorization:', 'apikey:'],
    pattern:
      /["'`](?<name>(?:x-)?[\w-]{0,40}(?:key|token|secret|authorization)):[ \t]{0,3}(?:[A-Za-z-]{3,12}[ \t])?(?=(?<value>[\w.~+/=-]{16,300}))\k<value>["'`]/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: ({ value }) => isRandom(value) && !PUBLIC_VALUES.test(value) && !value.startsWith('eyJ'),
  },
  {
    id: 'settings_secret',
    name: 'secret',
    keywords: ['<'],
    pattern: new RegExp(`<(?:[\\w-]{1,20}:)?(?<name>${NAME})>\\s{0,20}${VALUE}\\s{0,20}</`, 'dgi'),
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isAssigned,
  },
  {
    id: 'settings_secret',
    name: 'secret',
    keywords: ['name=', 'key=', 'id=', 'property='],
    pattern: new RegExp(
      `\\b(?:name|key|id|property|http-equiv)=["'](?<name>${NAME})["'][^<>]{0,200}?\\b(?:value|content)=["']${VALUE}["']`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isAssigned,
  },
  {
    id: 'settings_secret',
    name: 'secret',
    keywords: ['value=', 'content='],
    pattern: new RegExp(
      `\\b(?:value|content)=["']${VALUE}["'][^<>]{0,200}?\\b(?:name|key|id|property)=["'](?<name>${NAME})["']`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isAssigned,
  },
  {
    id: 'settings_secret',
    name: 'secret',
    keywords: ['name=', 'key=', '<key>', 'id='],
    pattern: new RegExp(
      `(?:\\b(?:name|key|id)=["']|<key>)(?<name>${NAME})(?:["'][^<>]{0,100}>|</key>\\s{0,20}<string>)\\s{0,20}${VALUE}\\s{0,20}</`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isAssigned,
  },
  {
    id: 'settings_secret',
    name: 'secret',
    keywords: ['value', 'default'],
    pattern: new RegExp(
      `(?:\\b(?:name|key)["']?\\s{0,3}[:=]\\s{0,3}|\\bvariable\\s)["']?(?<name>${NAME})["']?[\\s,]{0,20}(?:\\{[^{}]{0,300}?)?["']?\\b(?:value|default)["']?\\s{0,3}[:=]\\s{0,3}["']?${VALUE}`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: isAssigned,
  },
  {
    id: 'assigned_secret',
    name: 'secret',
    keywords: ['set', 'with', 'init', 'auth', 'login', 'configure'],
    pattern: new RegExp(
      `\\b(?:set|with|init|initialize|configure|use|add|authenticate|auth)_?(?<name>\\w{0,30}(?:${KEY_WORDS}|key|auth|credentials)\\w{0,20})\\(\\s{0,8}["'\`](?=${VALUE})\\k<value>["'\`]`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'medium',
    isFor: notInProse,
    judge: (found) => isAssigned(found) && (isRandom(found.value) || isStrongPassword(found.value)),
  },
  {
    id: 'assigned_secret',
    name: 'secret',
    keywords: ['key'],
    pattern: new RegExp(
      `\\b(?<name>[\\w.-]{2,60}(?:_|-|(?<=[a-z])(?=K))key)["'\`\\]]{0,2}\\s{0,8}(?:=>|:=|=|:)\\s{0,8}["'\`](?=${VALUE})\\k<value>["'\`]`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'low',
    isFor: notInProse,
    judge: isNamedKey,
  },
  {
    id: 'configured_secret',
    name: 'secret',
    keywords: ['key'],
    pattern:
      /^[ \t]{0,20}key[ \t]{0,3}[=:][ \t]{0,3}["']?(?<value>[\w+/=.~-]{24,300})["']?[ \t]{0,4}\r?$/dgim,
    severity: 'high',
    confidence: 'low',
    isFor: isConfig,
    judge: ({ value }) => isRandom(value) && !isUuid(value) && !PUBLIC_VALUES.test(value),
  },
  {
    id: 'assigned_secret',
    name: 'secret',
    keywords: ['secret(', 'key(', 'token(', 'password('],
    pattern: new RegExp(
      `(?<![\\w.])(?<name>(?:api_?|access_?|client_?)?(?:secret|key|token|password))\\(\\s{0,8}["'\`](?=${VALUE})\\k<value>["'\`]`,
      'dgi',
    ),
    severity: 'high',
    confidence: 'low',
    isFor: notInProse,
    judge: ({ value }) =>
      isRandom(value) && !isUuid(value) && !PUBLIC_VALUES.test(value) && value.length >= 24,
  },
  {
    id: 'configured_secret',
    name: 'secret',
    keywords: [
      '_key',
      '_secret',
      '_token',
      '_pass',
      '_pwd',
      '_auth',
      '_credentials',
      '_pw',
      '_salt',
      '_seed',
    ],
    pattern:
      /(?:^|\s)(?:export[ \t]{1,3}|ENV[ \t]{1,3}|ARG[ \t]{1,3}|set[ \t]{1,3}|-e[ \t]{1,3})?(?<name>[A-Za-z][A-Za-z0-9_]{1,60}_(?:KEY|SECRET|TOKEN|PASS|PWD|PW|AUTH|CREDENTIALS|SALT|SEED|PASSWORD))(?:[ \t]{0,3}[=:][ \t]{0,3}|[ \t]{1,3})["']?(?<value>[^\s"'`#]{8,300})/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: isConfig,
    judge: isNamedKey,
  },
  {
    id: 'signed_address',
    name: 'signature of an address',
    keywords: ['sig='],
    pattern: /[?&]sig=(?<value>[A-Za-z0-9%+/_-]{40,64}(?:%3D|=){0,2})/dgi,
    severity: 'high',
    confidence: 'medium',
    isFor: (path) => !isProse(path),
    judge: ({ value }) => !isPlaceholder(value) && entropyOf(value) >= 4,
  },
]

/** Words and numbers with signs between them: the name of a row, a build, a cache. */
const isSegmented = (value: string) =>
  value.split(/[^A-Za-z0-9]+/).every((part) => /^(?:[A-Za-z]*|\d+|v\d+)$/.test(part))

const isFilledIn = (value: string) => /^[$%{:[<]/.test(value) || /\{\w+\}|\$\{/.test(value)

function isChosen({ value }: Candidate): boolean {
  if (isWeakPassword(value) || isFilledIn(value) || isWords(value)) return false
  return (
    isRandom(value) ||
    isStrongPassword(value) ||
    (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value))
  )
}

/** Keys that find something, and open nothing. */
const FINDS =
  /query|cache|storage|sort|primary|foreign|partition|row|object|public|publishable|i18n|lookup|idempot|react|translation|cookie|session_?storage|local|group|site|anon|map(?:s|box)?$|pub_|measurement|recaptcha|dsn/i

function isNamedKey(found: Candidate): boolean {
  const { value, groups } = found
  const name = groups.name ?? ''
  if (FINDS.test(name) || PUBLIC_VALUES.test(value) || isSegmented(value)) return false
  return isAssigned(found) || (isRandom(value) && value.length >= 20 && !isWords(value) && !isUuid(value))
}

const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1)
const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
