/** The tags of a page, as far as one must look to see what it loads. Reads every character a few times at most. */
export interface Tag {
  name: string
  attributes: ReadonlyMap<string, string>
}

const MOST_TAGS = 20_000
/** A tag that is longer is passed over. */
const LONGEST_TAG = 8_192
/** What stands in these is text. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'template', 'noscript', 'iframe'])

export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const lower = html.toLowerCase()
  let at = html.indexOf('<')
  while (at !== -1 && tags.length < MOST_TAGS) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end === -1) break
      at = html.indexOf('<', end)
      continue
    }
    TAG.lastIndex = at
    const found = TAG.exec(html)
    if (!found) {
      at = html.indexOf('<', at + 1)
      continue
    }
    const name = (found[1] ?? '').toLowerCase()
    tags.push({ name, attributes: attributesOf(found[2] ?? '') })
    at = TAG.lastIndex
    if (RAW.has(name)) {
      const end = lower.indexOf(`</${name}`, at)
      if (end === -1) break
      at = end
    }
    at = html.indexOf('<', at)
  }
  return tags
}

const TAG = new RegExp(`<([a-z][a-z0-9-]{0,30})((?:\\s|/)[^<>]{0,${LONGEST_TAG}})?>`, 'iy')
/** Names begin behind a blank or the end of a value; anywhere else it would be looked for in vain. */
const ATTRIBUTE = /(?<=[\s"'/])([a-z][\w:-]{0,50})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, plain] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    // The first one counts.
    if (!attributes.has(key))
      attributes.set(
        key,
        (double ?? single ?? plain ?? '')
          .replaceAll('&amp;', '&')
          .replaceAll('&#39;', "'")
          .replaceAll('&quot;', '"'),
      )
  }
  return attributes
}
