/** Makes pages of the guides in `docs`, when the console is built: no reader loads a parser of Markdown. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))
const LIST = 'virtual:guides'

interface Group {
  group: string
  guides: string[]
}

/** `virtual:guides` is their list; `virtual:guides/NAME` is one of them. */
export const guidePages: Plugin = {
  name: 'guide-pages',
  resolveId: (id) => (id === LIST || id.startsWith(`${LIST}/`) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${LIST}`)) return null
    const groups: Group[] = JSON.parse(readFileSync(`${DOCS}guides.json`, 'utf8'))
    const names = groups.flatMap(({ guides }) => guides)
    const name = id.slice(LIST.length + 2)
    if (name !== '') {
      this.addWatchFile(`${DOCS}${name}.md`)
      return `export default ${JSON.stringify(pageOf(read(name), names))}`
    }
    const listed = groups.map(({ group, guides }) => ({
      group,
      guides: guides.map((guide) => ({ name: guide, title: titleOf(read(guide)) })),
    }))
    const loaders = names.map((guide) => `${JSON.stringify(guide)}: () => import('${LIST}/${guide}')`)
    return `export const groups = ${JSON.stringify(listed)}\nexport const pages = {${loaders.join(',\n')}}`
  },
}

const read = (name: string) => readFileSync(`${DOCS}${name}.md`, 'utf8')
const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? ''

interface Heading {
  id: string
  text: string
}

/** A guide as HTML without its title, and its headings of the second level. */
export function pageOf(text: string, names: readonly string[]): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const seen = new Map<string, number>()
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading) {
        const id = idOf(words, seen)
        if (depth === 2) headings.push({ id, text: words.replaceAll('`', '') })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        const to = addressOf(href, names)
        return to === null ? words : `<a href="${to}">${words}</a>`
      },
      // Tables of settings are wider than a phone.
      table(token: Tokens.Table) {
        const cell = ({ tokens }: Tokens.TableCell, tag: 'th' | 'td') =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
        // A column without a name has no header to read out.
        const head = token.header.map((one) => cell(one, one.text === '' ? 'td' : 'th')).join('')
        const rows = token.rows
          .map((row) => `<tr>${row.map((one) => cell(one, 'td')).join('')}</tr>`)
          .join('')
        return `<div tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
      },
      code: ({ text: code }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      image: () => '',
    },
  })
  const html = marked.parse(text.replace(/^# .+\n/, ''), { async: false })
  return { html, headings }
}

/** As forges make them, so that links between guides work in both places. */
function idOf(words: string, seen: Map<string, number>): string {
  const id = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const count = seen.get(id) ?? 0
  seen.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}

/** Where a link of a guide leads on the server; null for what only the repository has. */
export function addressOf(href: string, names: readonly string[]): string | null {
  if (href.startsWith('#') || /^https?:/.test(href)) return href
  const [, name = '', hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return names.includes(name) ? `/docs/${name}${hash}` : null
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
