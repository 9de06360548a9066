/** What both builds of this folder do with their files: the console, and the sign-in pages of apps. */
import { appendFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** React Aria brings its words in thirty languages; the console speaks one, which layout/Root.tsx says. */
export const englishOnly: Plugin = {
  name: 'english-only',
  load: (id) => (/\/intl\/(?:\w+\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id) ? 'export default {}' : null),
}

/**
 * Words that are there in one language only are put where they are shown: their names and those that a page does not
 * show would cost bytes for nothing. Translated ones, which have `english`, are chosen in the browser.
 */
export const wordsInPlace: Plugin = {
  name: 'words-in-place',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!/import \{ words \} from ['"]\.\/words\.ts['"]/.test(code)) return null
    const file: { words: Record<string, string>; english?: object } = await import(
      pathToFileURL(join(dirname(id), 'words.ts')).href
    )
    if (file.english) return null
    const put = (_: string, name: string) => {
      const text = file.words[name]
      if (text === undefined) throw new Error(`${id}: there is no text ${name} in words.ts`)
      return JSON.stringify(text)
    }
    return { code: code.replace(/(?<![\w./-])words\.(\w+)/g, put), map: null }
  },
}

/** A `.br` and a `.gz` next to every script and style, so that the server need not compress. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    for (const file of Object.values(bundle)) {
      if (!/\.(?:js|css)$/.test(file.fileName)) continue
      const content = file.type === 'chunk' ? file.code : file.source
      const path = join(dir, file.fileName)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }
  },
}

/**
 * A page that stands in a group of files gets a file of its own that only hands its names on. The group is loaded
 * instead, one request earlier.
 */
export const withoutFacades: Plugin = {
  name: 'without-facades',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    for (const { fileName, code } of chunks) {
      const [, names = '', group] = /^export\{([^}]+)\}from"\.\/([^"]+)";\s*$/.exec(code) ?? []
      if (!group) continue
      const facade = fileName.replace(/^assets\//, '')
      const handed = names.split(',').map((name) => {
        const [inner = name, outer = inner] = name.split(' as ')
        return `${outer}:e.${inner}`
      })
      for (const chunk of chunks) {
        chunk.code = chunk.code
          .replaceAll(/import\([`"']\.\/([\w.-]+)[`"']\)/g, (all, file: string) =>
            file === facade ? `import("./${group}").then(e=>({${handed.join()}}))` : all,
          )
          .replaceAll(fileName, `assets/${group}`)
      }
      delete bundle[fileName]
    }
  },
}

/** Chunks by name, and which addresses need them at once. */
type Preloads = Record<string, RegExp>

/**
 * What an address needs beyond the entry is known when the page begins, so that it is fetched next to the entry and not
 * after it has run. `public/start.js` is what runs first.
 */
export function preloaded(preloads: Preloads): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const rules = Object.entries(preloads).map(([name, addresses]) => {
        const found = chunks.find((chunk) => chunk.name === name)
        if (!found) throw new Error(`There is no chunk ${name} to preload`)
        return `[${addresses}, ${JSON.stringify(`/${found.fileName}`)}]`
      })
      await appendFile(join(dir, 'start.js'), scriptOf(rules))
    },
  }
}

function scriptOf(rules: readonly string[]): string {
  return `
for (const [addresses, href] of [${rules.join(', ')}]) {
  if (addresses.test(location.pathname))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
}
`
}
