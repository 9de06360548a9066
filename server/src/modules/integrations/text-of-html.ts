/** The words of HTML; a text that is none stays as it is. One pass, however the text is made. */
export function textOf(body: string): string {
  if (!/<\/?[a-z]/i.test(body)) return body
  let text = ''
  let hidden: string | null = null
  let link: string | null = null
  for (const part of body.split(TAG)) {
    const name = NAME.exec(part)?.[1]?.toLowerCase()
    if (name === undefined || !part.endsWith('>')) {
      if (hidden === null) text += decode(part)
    } else if (hidden !== null) {
      if (name === `/${hidden}`) hidden = null
    } else if (HIDDEN.has(name)) hidden = name
    else if (name === 'a') link = addressIn(part)
    else if (name === '/a') {
      if (link !== null && !text.endsWith(link)) text += ` (${link})`
      link = null
    } else if (name === 'li') text += '- '
    else if (BREAKS.has(name)) text += '\n'
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Kept by the split: tags stand between the texts. */
const TAG = /(<[^<>]*>)/
const NAME = /^<(\/?[a-z][a-z0-9]*)/i
const HIDDEN = new Set(['style', 'script', 'head', 'title'])
const BREAKS = new Set('br /p /div /h1 /h2 /h3 /h4 /h5 /h6 /li /tr /table /ul /ol'.split(' '))
const LONGEST_TAG = 4096

function addressIn(tag: string): string | null {
  const address = /\shref\s*=\s*["']([^"']*)["']/i.exec(tag.slice(0, LONGEST_TAG))?.[1]?.trim()
  return address && /^(https?|mailto):/i.test(address) ? decode(address) : null
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decode(text: string): string {
  return text.replace(
    /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi,
    (whole, name) => characterOf(name) ?? whole,
  )
}

function characterOf(name: string): string | undefined {
  const lower = name.toLowerCase()
  if (!lower.startsWith('#')) return NAMED[lower]
  const code = lower.startsWith('#x') ? Number.parseInt(lower.slice(2), 16) : Number(lower.slice(1))
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
