/** Small pieces of code as people write them, and what is found in them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { combine, findInFile } from './source-findings.ts'

const find = (files: Record<string, string>) =>
  combine(Object.entries(files).map(([path, text]) => findInFile({ path, text })))
const values = (files: Record<string, string>) => {
  const { loaders, configs, calls } = find(files)
  const of = (found: { value: string }[]) => found.map(({ value }) => value)
  return { loaders: of(loaders), configs: of(configs), calls: of(calls) }
}
const NOTHING = { loaders: [], configs: [], calls: [] }
const CALL = `gtag('event', 'conversion', { send_to: 'AW-1/abc' })`
const BASE = `<script async src="https://www.googletagmanager.com/gtag/js?id=AW-1"></script>
<script>
  window.dataLayer = window.dataLayer || [];
  function gtag(){dataLayer.push(arguments);}
  gtag('js', new Date());
  gtag('config', 'AW-1');
</script>`

describe('what is not run does not count', () => {
  test.each([
    ['a line comment', 'a.js', `// ${CALL}\nlet a = 1 // ${CALL}`],
    ['a block comment', 'a.js', `/* ${CALL} */ let a /* \n ${CALL}\n*/ = 1`],
    ['a comment in JSX', 'a.jsx', `const A = () => <p>{/* ${CALL} */}</p>`],
    ['a comment in HTML', 'a.html', `<!-- ${BASE} <script>${CALL}</script> -->`],
    ['a comment in a script of HTML', 'a.html', `<script>// ${CALL}\n</script>`],
    ['a comment that is never closed', 'a.html', `<!-- <script>${CALL}</script>`],
    ['text of a page', 'a.html', `<p>${CALL}</p><textarea><script>${CALL}</script></textarea>`],
    ['data in a page', 'a.html', `<script type="application/json">${CALL}</script>`],
    ['the declaration', 'a.js', 'function gtag(){dataLayer.push(arguments)}'],
    ['a regular expression', 'a.js', `const a = /gtag('event','conversion',{send_to:'AW-1\\/b'})/`],
    ['another function', 'a.js', `notgtag('event', 'conversion', { send_to: 'AW-1/abc' })`],
    ['another event', 'a.js', `gtag('event', 'page_view', { send_to: 'AW-1/abc' })`],
    ['another command', 'a.js', `gtag('set', 'conversion', { send_to: 'AW-1/abc' })`],
    ['a comment in a script inside a text', 'a.js', `el.innerHTML = "// gtag('config', 'AW-1')"`],
  ])('%s', (_, path, text) => expect(values({ [path]: text })).toEqual(NOTHING))
})

describe('the base tag', () => {
  const whole = { loaders: ['AW-1'], configs: ['AW-1'], calls: [] }
  test.each([
    ['a page', 'index.html', `<html><head>${BASE}</head></html>`],
    ['a page in capitals', 'index.HTM', BASE.replaceAll('script', 'SCRIPT').replace('async src', 'SRC')],
    [
      'a page with more in the address',
      'index.html',
      BASE.replace('js?id=AW-1', 'js?l=dataLayer&amp;id=AW-1&amp;cx=c'),
    ],
    [
      'a script that makes an element',
      'a.ts',
      `const s: HTMLScriptElement = document.createElement('script')
       s.src = 'https://www.googletagmanager.com/gtag/js?id=' + TAG
       const TAG: string = "AW-1"
       window.gtag('config', TAG)`,
    ],
    [
      'JSX with the script in a template',
      'Layout.tsx',
      `export const Layout = () => (<head>
         <p>Don't worry, it's fine</p>
         <Script src={\`https://www.googletagmanager.com/gtag/js?id=\${TAG}\`} />
         <Script id="ads">{\`window.dataLayer = []; gtag('js', new Date()); gtag('config', '\${TAG}');\`}</Script>
       </head>)
       const TAG = 'AW-1'`,
    ],
    ['JSX with markup in a text', 'a.jsx', `const html = \`${BASE}\``],
    ['a component of Vue', 'App.vue', `<template><p>{{ it's }}</p></template>${BASE}`],
    ['a component of Svelte', 'App.svelte', `<svelte:head>${BASE}</svelte:head>`],
    ['calls that may find nobody', 'a.html', BASE.replace("gtag('config'", "window.gtag?.('config'")],
  ])('in %s', (_, path, text) => expect(values({ [path]: text })).toEqual(whole))

  test('whose id stands in another file', () => {
    const files = {
      'src/ids.ts': `export const ADS = { tag: 'AW-1', other: \`x\` } // gtag`,
      'src/main.ts': `load('https://www.googletagmanager.com/gtag/js?id=' + ADS.tag); gtag('config', ADS.tag)`,
    }
    expect(values(files)).toEqual(whole)
  })
  test('whose id cannot be known is found without it', () => {
    const text = `load(\`https://www.googletagmanager.com/gtag/js?id=\${env.ID}\`); gtag('config', env.ID)`
    expect(values({ 'a.js': text })).toEqual({ loaders: [''], configs: [''], calls: [] })
  })
  test('a name that means two things is not guessed', () => {
    const files = { 'a.js': `const ID = 'AW-1'`, 'b.js': `const ID = 'AW-2'`, 'c.js': `gtag('config', ID)` }
    expect(values(files).configs).toEqual([''])
    expect(values({ ...files, 'c.js': `const ID = 'AW-3'; gtag('config', ID)` }).configs).toEqual(['AW-3'])
  })
})

describe('a call', () => {
  test.each([
    ['as it is given', CALL],
    [
      'with other quotes and fields',
      `gtag("event", \`conversion\`, {value: f({a: 1}), "send_to": "AW-1/abc",})`,
    ],
    ['on several lines', `window.gtag(\n  'event',\n  'conversion', // paid\n  {\n send_to: 'AW-1/abc' })`],
    ['put together', `const L = '/abc', ID = 'AW-1'; gtag('event', 'conversion', { send_to: ID + L })`],
    ['with a template', `const ID = 'AW-1'; gtag('event', 'conversion', { send_to: \`\${ID}/abc\` })`],
    ['with a name for all', `const send_to = 'AW-1/abc'; gtag('event', 'conversion', { send_to, value: 1 })`],
    ['after a regular expression', `const quote = /['"\`]/; ${CALL}`],
    ['after a division', `const half = a / 2; ${CALL}; const b = c / d`],
    ['after a stray backtick', `// don't\n<p>the \` key</p>\n${CALL}`],
    ['after a comment sign in a text', `const all = 'src/**/*.js'; ${CALL}`],
    [
      'in a handler',
      `<b>x</b><button onClick={() => gtag('event','conversion',{send_to:'AW-1/abc'})}>Buy</button>`,
    ],
    ['after a tag that closes itself', `<img alt="x" /><a onClick={() => ${CALL}}>Buy</a>`],
    [
      'next to another object',
      `gtag('event', 'conversion', { more: { send_to: 'AW-9/x' }, send_to: 'AW-1/abc' })`,
    ],
    ['inside another', `gtag('event', 'purchase', { event_callback: () => ${CALL} })`],
  ])('%s', (_, text) => expect(values({ 'a.jsx': text })).toEqual({ ...NOTHING, calls: ['AW-1/abc'] }))

  test.each([
    ['an attribute of HTML', 'a.html', `<a onclick="${CALL}">x</a>`],
    ['an attribute with entities', 'a.html', `<a onclick="${CALL.replaceAll("'", '&quot;')}">x</a>`],
    ['a handler of Vue', 'a.vue', `<template><a @click="${CALL}">x</a></template>`],
    ['a handler of Svelte', 'a.svelte', `<a class="b" on:click={() => { if (a > 1) ${CALL} }}>x</a>`],
    ['a module in a page', 'a.html', `<script type="module">${CALL}</script>`],
  ])('in %s', (_, path, text) => expect(values({ [path]: text }).calls).toEqual(['AW-1/abc']))

  test('to several goals at once', () => {
    const text = `gtag('event', 'conversion', { send_to: ['AW-1/abc', 'AW-1/def'] })`
    expect(values({ 'a.js': text }).calls).toEqual(['AW-1/abc', 'AW-1/def'])
  })
  test.each([
    ['that chooses', `gtag('event', 'conversion', { send_to: paid ? 'AW-1/abc' : 'AW-1/def' })`],
    ['that asks', `gtag('event', 'conversion', { send_to: label('abc') })`],
    ['with an object from elsewhere', `gtag('event', 'conversion', sale)`],
    ['without an address', `gtag('event', 'conversion', { value: 1 })`],
    [
      'whose names go in a circle',
      `const A = \`\${B}\`, B = \`\${A}\`; gtag('event', 'conversion', { send_to: A })`,
    ],
  ])('%s is found, but not where it goes to', (_, text) => {
    expect(values({ 'a.js': text }).calls).toEqual([''])
  })
  test('is reported with its file', () => {
    expect(find({ 'src/Pay.jsx': CALL, 'src/Other.jsx': 'let a' }).calls).toEqual([
      { file_path: 'src/Pay.jsx', value: 'AW-1/abc' },
    ])
  })
  test('of very many, some are kept', () => {
    expect(find({ 'a.js': `${CALL};`.repeat(600) }).calls).toHaveLength(500)
  })
})

describe('whatever the code is', () => {
  const piece = fc.constantFrom(
    ...[
      "'",
      '"',
      '`',
      '${',
      '}',
      '{',
      '/',
      '*',
      '\\',
      '\n',
      '<',
      '>',
      '(',
      ')',
      ',',
      ':',
      '+',
      ' ',
      '-->',
      '<!--',
    ],
    ...[
      'gtag(',
      "'event'",
      "'conversion'",
      "'config'",
      'send_to',
      '<script>',
      '</script>',
      '<a ',
      'x=',
      'AW-1/abc',
    ],
  )
  const code = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
  test('it is read to its end', () => {
    fc.assert(
      fc.property(code, fc.constantFrom('a.js', 'a.html'), (text, path) => {
        findInFile({ path, text })
      }),
      { numRuns: 2_000 },
    )
  })
  test('what stands in a comment before a call changes nothing', () => {
    fc.assert(
      fc.property(code, (text) => {
        const comment = `/* ${text.replaceAll('*/', '')} */`
        expect(values({ 'a.js': `${comment} ${CALL}` }).calls).toEqual(['AW-1/abc'])
      }),
      { numRuns: 1_000 },
    )
  })
})

/** A megabyte of what could make a reader go back again and again. */
describe('takes no longer than the code is long', () => {
  const mega = (piece: string) => piece.repeat(Math.ceil(1_000_000 / piece.length))
  test.each([
    ['quotes', 'a.js', mega(`'\\'`)],
    ['escaped quotes', 'a.js', `'${mega("\\'")}`],
    ['backticks', 'a.js', mega('`${')],
    ['patterns', 'a.js', mega('=/[')],
    ['open comments', 'a.js', mega('/* ')],
    ['calls in calls', 'a.js', mega(`gtag('event','conversion',{a:`)],
    ['long sums', 'a.js', mega(`gtag('config','a'+`)],
    ['constants', 'a.js', mega(`a='b';c:'\${d}';`)],
    ['open tags', 'a.html', mega('<a b={ c="')],
    ['tags with braces', 'a.html', mega('<a {>')],
    ['scripts in scripts', 'a.html', mega(`<script>"<script>gtag('config','AW-1')"`)],
    ['open markup comments', 'a.html', mega('<!--')],
    ['texts with markup', 'a.js', `const a = "${mega('<a on ')}"`],
  ])('%s', (_, path, text) => {
    const used = cpuTime()
    findInFile({ path, text })
    // Going back again and again would take minutes.
    expect(used()).toBeLessThan(5_000)
  })
})
