/** The scripts in markup, HTML pages and single-file components alike, without what is commented out. */

export interface MarkupScripts {
  /** What is between the tags of scripts, and in attributes that mention the tag. */
  scripts: string[]
  /** The addresses that scripts are loaded from. */
  sources: string[]
}

/** Elements whose content is text, whatever it looks like. */
const TEXT_ELEMENTS = new Set(['style', 'textarea', 'title', 'xmp'])
/** Types of scripts that nobody runs as a script; text/plain is what consent tools give to those that wait. */
const NO_SCRIPT = /json|template|x-|importmap|speculationrules/

export function scriptsIn(markup: string): MarkupScripts {
  const found: MarkupScripts = { scripts: [], sources: [] }
  const lower = markup.toLowerCase()
  const braces = { misses: 0 }
  for (let at = markup.indexOf('<'); at !== -1; at = markup.indexOf('<', at)) {
    if (markup.startsWith('<!--', at)) {
      at = endOf(lower, '-->', at)
      continue
    }
    const tag = tagAt(markup, at, braces)
    at = tag.end
    readAttributes(tag, found)
    if (tag.name !== 'script' && !TEXT_ELEMENTS.has(tag.name)) continue
    const close = lower.indexOf(`</${tag.name}`, at)
    const end = close === -1 ? markup.length : close
    const type = tag.attributes.find(({ name }) => name === 'type')?.value ?? ''
    if (tag.name === 'script' && !NO_SCRIPT.test(type)) found.scripts.push(markup.slice(at, end))
    at = end === close ? close + 2 : end
  }
  return found
}

interface Tag {
  /** Empty for a `<` that opens none. */
  name: string
  attributes: { name: string; value: string }[]
  end: number
}

function readAttributes({ name: tag, attributes }: Tag, found: MarkupScripts): void {
  for (const { name, value } of attributes) {
    if (tag === 'script' && name === 'src') found.sources.push(value)
    else if (value.includes('gtag')) found.scripts.push(value)
  }
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? text.length : at + mark.length
}

const TAG_NAME = /<([a-zA-Z][\w:-]*)/y
/** The parts of a tag one after the other; the value of an attribute in quotes, in braces or bare. */
const PART = /\s+|([^\s"'<>/={]+)\s*(?:=\s*("[^"]*"|'[^']*'|(?=\{)|[^\s"'=<>`{]+))?|[^>]/y

function tagAt(markup: string, from: number, braces: Braces): Tag {
  TAG_NAME.lastIndex = from
  const [whole = '<', name = ''] = TAG_NAME.exec(markup) ?? []
  const attributes: Tag['attributes'] = []
  let at = from + whole.length
  while (name !== '' && at < markup.length && markup[at] !== '>') {
    PART.lastIndex = at
    const [part = ' ', attribute, value] = PART.exec(markup) ?? []
    at += part.length
    if (attribute === undefined) {
      if (part === '{') at = endOfBraces(markup, at - 1, braces)
    } else if (value === '') {
      const end = endOfBraces(markup, at, braces)
      attributes.push({ name: attribute.toLowerCase(), value: markup.slice(at + 1, end - 1) })
      at = end
    } else if (value !== undefined) {
      const bare = /^["']/.test(value) ? value.slice(1, -1) : value
      attributes.push({ name: attribute.toLowerCase(), value: decoded(bare) })
    }
  }
  return { name: name.toLowerCase(), attributes, end: Math.min(at + (name === '' ? 0 : 1), markup.length) }
}

/** How often an opening brace turned out to be none: a page of those alone must not take for ever. */
interface Braces {
  misses: number
}

const LONGEST_VALUE = 5_000
const MOST_MISSES = 50

/** Behind the brace that closes this one; behind this one when none does. */
function endOfBraces(markup: string, from: number, braces: Braces): number {
  if (braces.misses >= MOST_MISSES) return from + 1
  let depth = 0
  for (let at = from; at < Math.min(markup.length, from + LONGEST_VALUE); at++) {
    if (markup[at] === '{') depth++
    else if (markup[at] === '}' && --depth === 0) return at + 1
  }
  braces.misses++
  return from + 1
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", '#39': "'", '#34': '"' }

function decoded(value: string): string {
  return value.replace(/&(amp|quot|apos|#39|#34);/g, (_, name: string) => ENTITIES[name] ?? '')
}
