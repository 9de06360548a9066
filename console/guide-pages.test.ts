import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, pageOf } from './guide-pages.ts'

const DOCS = new URL('../docs/', import.meta.url)
const groups: { group: string; guides: string[] }[] = JSON.parse(
  readFileSync(new URL('guides.json', DOCS), 'utf8'),
)
const names = groups.flatMap(({ guides }) => guides)

/** For those who work on Atrium itself. */
const NO_GUIDES = ['architecture', 'delivery-checklist', 'gaps']

test('every page of docs is a guide, or is known to be none', () => {
  const files = readdirSync(DOCS).filter((name) => name.endsWith('.md'))
  expect([...names, ...NO_GUIDES].map((name) => `${name}.md`).sort()).toEqual(files.sort())
})

const pages = new Map(
  names.map((name) => [name, pageOf(readFileSync(new URL(`${name}.md`, DOCS), 'utf8'), names).html]),
)

test.each(names)('the places that %s links to exist', (name) => {
  const links = (pages.get(name) ?? '').matchAll(/href="(?:\/docs\/([\w-]+))?(?:#([^"]*))?"/g)
  for (const [, other = name, id] of links) if (id) expect(pages.get(other)).toContain(`id="${id}"`)
})

test.each([
  ['entities.md', '/docs/entities'],
  ['entities.md#rules', '/docs/entities#rules'],
  ['#here', '#here'],
  ['https://example.com/', 'https://example.com/'],
  ['decisions/0001-record-decisions.md', null],
  ['../README.md', null],
  ['gaps.md', null],
  ['javascript:alert(1)', null],
])('%s leads to %s', (href, to) => {
  expect(addressOf(href, names)).toBe(to)
})

test('what stands in code is text', () => {
  expect(pageOf('```\n<b>&</b>\n```', []).html).toContain('&lt;b&gt;&amp;&lt;/b&gt;')
})
