/** The usual of Markdown as data: never HTML, so that text from a model can do nothing but be read. */

export type Inline = { kind: 'text' | 'code' | 'strong' | 'em'; text: string }

export type Block =
  | { kind: 'heading'; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }

export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let words: string[] = []
  const endParagraph = () => {
    if (words.length > 0) blocks.push({ kind: 'paragraph', inlines: inlinesOf(words.join(' ')) })
    words = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s*```/.test(line)) {
      endParagraph()
      let last = at + 1
      while (last < lines.length && !/^\s*```/.test(lines[last] ?? '')) last++
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last
      continue
    }
    const heading = /^#{1,6}\s+(.*)$/.exec(line)
    const item = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/.exec(line)
    if (heading) {
      endParagraph()
      blocks.push({ kind: 'heading', inlines: inlinesOf(heading[1] ?? '') })
    } else if (item) {
      endParagraph()
      addItem(blocks, item[1] !== undefined, inlinesOf(item[2] ?? ''))
    } else if (line.trim() === '') endParagraph()
    else words.push(line.trim())
  }
  endParagraph()
  return blocks
}

function addItem(blocks: Block[], isOrdered: boolean, item: Inline[]) {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(item)
  else blocks.push({ kind: 'list', isOrdered, items: [item] })
}

function inlinesOf(text: string): Inline[] {
  const found: Inline[] = []
  // A link is its words: where it leads is not for a model to say.
  const plain = text.replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
  let rest = 0
  for (const { index, 0: whole, 1: code, 2: strong, 3: em } of plain.matchAll(MARKED)) {
    if (index > rest) found.push({ kind: 'text', text: plain.slice(rest, index) })
    if (code !== undefined) found.push({ kind: 'code', text: code })
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else found.push({ kind: 'em', text: em ?? '' })
    rest = index + whole.length
  }
  if (rest < plain.length) found.push({ kind: 'text', text: plain.slice(rest) })
  return found
}

const MARKED = /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g
