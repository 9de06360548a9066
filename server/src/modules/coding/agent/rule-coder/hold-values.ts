/**
 * Takes what stands in quotation marks and fenced blocks out of a text, so that the rest can be read word by word. Each is
 * replaced by a mark that stands for it. Every step needs time in proportion to the text.
 */

export interface HeldText {
  text: string
  /** What a mark stands for; a text without marks stands for itself. */
  valueOf(text: string): string
  isHeld(text: string): boolean
  isBlock(text: string): boolean
}

const OPEN = '\ue000'
const CLOSE = '\ue001'
const MARK = /^\ue000(\d+)\ue001$/
/** A mark, for patterns. */
export const HELD = `${OPEN}\\d+${CLOSE}`

export function holdValues(given: string): HeldText {
  const values: { value: string; isBlock: boolean }[] = []
  const hold = (value: string, isBlock: boolean) => `${OPEN}${values.push({ value, isBlock }) - 1}${CLOSE}`
  const clean = given
    .toWellFormed()
    .replaceAll(/[\ue000\ue001]/g, '')
    .replaceAll(/\r\n?/g, '\n')
  const text = holdBlocks(clean, (block) => hold(block, true))
    .split('\n')
    .map((line) => holdQuotes(line, (quote) => hold(quote, false)))
    .join('\n')
  const find = (mark: string) => values[Number(MARK.exec(mark.trim())?.[1] ?? -1)]
  return {
    text,
    valueOf: (part) =>
      find(part)?.value ??
      part.replaceAll(/\ue000(\d+)\ue001/g, (_, at: string) => values[Number(at)]?.value ?? ''),
    isHeld: (part) => find(part) !== undefined,
    isBlock: (part) => find(part)?.isBlock ?? false,
  }
}

/** After a block: “with”, and the next one. */
const GOES_ON = /^\s*(?:with|by|in|to|into|after|before)\b/i
const FENCE = /^([ \t]*)(`{3,}|~{3,})[^`]*$/

/** A block belongs to the line before it. */
function holdBlocks(text: string, hold: (block: string) => string): string {
  const lines: string[] = []
  let open: { indent: number; fence: string; lines: string[] } | null = null
  const close = (block: { lines: string[] }) => {
    while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
    lines.push(`${lines.pop() ?? ''} ${hold(block.lines.map((line) => `${line}\n`).join(''))}`)
  }
  for (const line of text.split('\n')) {
    const [, indent = '', fence = ''] = FENCE.exec(line) ?? []
    if (open === null) {
      if (fence === '' && GOES_ON.test(line) && lines.at(-1)?.endsWith(CLOSE))
        lines.push(`${lines.pop()} ${line}`)
      else if (fence === '') lines.push(line)
      else open = { indent: indent.length, fence, lines: [] }
    } else if (fence.startsWith(open.fence) && line.trim() === fence) {
      close(open)
      open = null
    } else open.lines.push(withoutIndent(line, open.indent))
  }
  if (open) close(open)
  return lines.join('\n')
}

function withoutIndent(line: string, indent: number): string {
  const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return line.slice(Math.min(blanks, indent))
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
}

function holdQuotes(line: string, hold: (quote: string) => string): string {
  let held = ''
  let done = 0
  /** Quotation marks that nothing closes from here on. */
  const unpaired = new Set<string>()
  for (let at = 0; at < line.length; at++) {
    const quote = line[at] ?? ''
    const closing = CLOSING[quote]
    if (closing === undefined || unpaired.has(quote) || isInWord(line[at - 1])) continue
    const end = findClosing(line, at + 1, closing)
    if (end < 0) {
      unpaired.add(quote)
      continue
    }
    const inside = line.slice(at + 1, end)
    held += line.slice(done, at) + hold(quote === '"' ? withoutEscapes(inside) : inside)
    done = end + 1
    at = end
  }
  return held + line.slice(done)
}

/** The mark that no word goes on behind: an apostrophe does not close. */
function findClosing(line: string, from: number, closing: string): number {
  for (let end = line.indexOf(closing, from); end >= 0; end = line.indexOf(closing, end + 1)) {
    const isEscaped = closing === '"' && line[end - 1] === '\\'
    if (!isEscaped && !isInWord(line[end + 1])) return end
  }
  return -1
}

function isInWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\' }

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\([nt"\\])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}
