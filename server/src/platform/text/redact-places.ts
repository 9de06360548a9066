/** Secrets by the place where they stand: commands, addresses, markup, pairs, calls. One list for all texts. */
import { isKeyName, isSecretName, looksRandom } from './secret-names.ts'

const REDACTED = '[redacted]'

interface Place {
  /** Without one of these words the pattern is not tried. */
  keywords: readonly string[]
  /** Its groups: `head` stays, `name` is asked for, `value` goes. */
  pattern: RegExp
  /** `always`: the place decides. `name`: the name, or how the value looks. `mixed`: a digit in the value, or its length. */
  when: 'always' | 'name' | 'mixed'
}

const MARK = '\\\\{0,3}["\'`]'
const NAME = '(?<name>[A-Za-z_][\\w.-]{0,63})'
const TEXT = '(?<value>[^"\'`\\\\<>\\n]{1,500})'

const PLACES: readonly Place[] = [
  {
    keywords: ['-u', '--user', '--proxy-user'],
    pattern:
      /(?<head>\s(?:-u|--user|--proxy-user)[ =]{0,2}["']?(?!\d{1,6}:\d{1,6}\b)[^\s:"'@$]{1,100}:)(?<value>[^\s"'\\$]{1,256})/g,
    when: 'always',
  },
  {
    keywords: ['--pass', '--token', '--secret', '--api', '--auth', '--access', '--client', '--pwd'],
    pattern:
      /(?<head>(?<![\w-])--(?:password|passwd|pass|pwd|token|secret|api-?key|auth-token|access-token|client-secret)(?:=|[ \t]{1,3})["']?)(?!-|\$|(?:to|is|are|and|or|the|for|flag|option|with|from|as|in|if|of|a|an)\b)(?<value>[^\s"'`$\\]{1,300})/gi,
    when: 'always',
  },
  {
    keywords: ['mysql', 'sshpass', 'redis-cli', 'docker login', 'mongo', 'sqlcmd', 'mariadb'],
    pattern:
      /(?<head>\b(?:mysql\w{0,10}|mariadb|sshpass|redis-cli|docker login|mongo\w{0,10}|sqlcmd)\b[^\n|;]{0,200}?\s-[pPa][ =]?["']?)(?<value>[^\s"'`$\\-][^\s"'`$\\]{0,200})/g,
    when: 'always',
  },
  {
    keywords: ['?', '&'],
    pattern:
      /(?<head>[?&](?:code|key|sig|signature|hmac|ticket|otp|auth|sid|ticket|sas|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature)=)(?<value>[^&\s"'`<>#\\${}]{6,2000})/gi,
    when: 'mixed',
  },
  {
    keywords: ['login'],
    pattern: /(?<head>\blogin\s{1,10}\S{1,100}\s{1,10}password\s{1,10})(?<value>\S{1,200})/g,
    when: 'always',
  },
  {
    keywords: ['</'],
    pattern: new RegExp(`(?<head><${NAME}>\\s{0,10})${TEXT}(?=\\s{0,10}</)`, 'g'),
    when: 'name',
  },
  {
    keywords: ['value=', 'content='],
    pattern: new RegExp(
      `(?<head>\\b(?:name|key|id|property)=${MARK}${NAME}${MARK}[^<>]{0,200}?\\b(?:value|content)=${MARK})${TEXT}`,
      'g',
    ),
    when: 'name',
  },
  {
    keywords: ['</'],
    pattern: new RegExp(
      `(?<head>(?:\\b(?:name|key|id)=${MARK}|<key>)${NAME}(?:${MARK}[^<>]{0,100}>|</key>\\s{0,10}<string>)\\s{0,10})${TEXT}(?=\\s{0,10}</)`,
      'g',
    ),
    when: 'name',
  },
  {
    keywords: ['value'],
    pattern: new RegExp(
      `(?<head>\\b(?:name|key|header|field)${MARK}?\\s{0,3}[:=]\\s{0,3}${MARK}?${NAME}${MARK}?[\\s,]{1,20}${MARK}?value${MARK}?\\s{0,3}[:=]\\s{0,3}${MARK}?)(?<value>[^\\s"'\`\\\\<>{}$]{1,500})`,
      'g',
    ),
    when: 'name',
  },
  {
    // A list of names is no pair, so the value must be more than a word.
    keywords: [','],
    pattern: new RegExp(
      `(?<head>${MARK}${NAME}${MARK}\\s{0,4},\\s{0,4}${MARK})(?=[^"'\`\\\\\\n]{0,500}[^A-Za-z_.,"'\`\\\\\\n-])${TEXT}`,
      'g',
    ),
    when: 'name',
  },
  {
    keywords: ['('],
    pattern: new RegExp(
      `(?<head>\\b(?:(?:set|with|put|add|init|initialize|configure|use)_?(?=[A-Z_a-z]))?${NAME}\\(\\s{0,4}${MARK})${TEXT}`,
      'g',
    ),
    when: 'name',
  },
  {
    keywords: ['.auth(', '.basicauth('],
    pattern: new RegExp(
      `(?<head>\\.(?:auth|basicAuth)\\(\\s{0,4}${MARK}[^"'\`\\\\\\n]{1,100}${MARK}\\s{0,4},\\s{0,4}${MARK})${TEXT}`,
      'g',
    ),
    when: 'always',
  },
  {
    keywords: [' is ', ' was ', ' ist ', ' lautet '],
    pattern:
      /(?<head>\b(?:password|passcode|passphrase|passwort|kennwort|token|secret|api key|access key|pin)\s{1,3}(?:is|was|ist|lautet)[ \t]{1,3}:?["']?)(?=[^\s"']{0,200}\d)(?<value>[^\s"',;\\]{4,200})/gi,
    when: 'always',
  },
]

export function redactPlaces(text: string): string {
  let clean = text
  const lower = text.toLowerCase()
  for (const { keywords, pattern, when } of PLACES) {
    if (!keywords.some((keyword) => lower.includes(keyword))) continue
    clean = clean.replace(pattern, (...match) => {
      const groups = match.at(-1) as Record<'head' | 'name' | 'value', string | undefined>
      const { head = '', name = '', value = '' } = groups
      return isSecretHere(when, head, name, value) ? head + REDACTED : String(match[0])
    })
  }
  return clean
}

/** Functions that look something up: what they are called with is its name. */
const LOOKS_UP =
  /^(?:get|read|find|load|fetch|require|has|is|use|verify|check|validate|create|generate|hash|delete|remove|rotate|list|parse|decode|encode|test|expect|describe|it|log|error|warn)(?=[A-Z_]|$)/

function isSecretHere(when: Place['when'], head: string, name: string, value: string): boolean {
  if (/^(?:\[redacted\]|true|false|null|none|undefined|\$|\{)/i.test(value)) return false
  if (when === 'always') return true
  if (when === 'mixed') return /\d/.test(value) || value.length >= 24
  if (head.includes('(') && LOOKS_UP.test(name)) return false
  return isSecretName(name) || (isKeyName(name) && looksRandom(value))
}
