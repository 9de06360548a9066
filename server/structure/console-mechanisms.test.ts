/** Each mechanism of the console is tested once, as a component; everything that needs one uses it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations } from '@atrium/contract'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { consoleCalls, consoleSources, webhookOperations } from './console-calls.ts'
import { isTest, listFiles, readSources, root, type Source } from './sources.ts'

const PAGES = 'console/src/pages/'
const byPath = new Map(consoleSources.map((source) => [source.path, source]))
const routes = consoleSources.filter(({ path }) => /^console\/src\/([\w-]+-)?routes\.tsx?$/.test(path))
const pathsOf = (sources: readonly Pick<Source, 'path'>[]) => sources.map(({ path }) => path)
const importersOf = (path: string) => consoleSources.filter(({ imports }) => imports.includes(path))
const uses = (name: string) => new RegExp(`\\b${name}\\(`)

/** A named exception that no longer applies is one too many. */
function expectOnly(found: readonly string[], exceptions: Readonly<Record<string, string>>) {
  expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted())
}

const FIELDS =
  /<(?:Form|form|input|textarea|TextField|TextArea|CodeEditor|JsonEditor|NumberField|WordsField|ComposerField|Select|Checkbox|RadioCards|Switch)\b/

test('every dialog with fields is a FormDialog, which asks before typed text is lost and sends once', () => {
  const makers = consoleSources.filter(({ text }) => /<Dialog\b/.test(text) && FIELDS.test(text))
  expectOnly(
    pathsOf(makers).filter((path) => path !== 'console/src/form/FormDialog.tsx'),
    {
      'console/src/form/ConfirmDialog.tsx': 'What is typed only confirms.',
      'console/src/form/SecretDialog.tsx': 'Its field is read-only.',
      'console/src/layout/ShortcutHelp.tsx': 'Its switch applies at once.',
      'console/src/layout/SignInDialog.tsx': 'A session that ended: it cannot be closed.',
      'console/src/palette/CommandPalette.tsx': 'What is typed there is a search.',
    },
  )
  const bases = consoleSources.filter(({ text }) => /<ModalOverlay\b/.test(text))
  expectOnly(pathsOf(bases), {
    'console/src/ui/Dialog.tsx': 'The dialog itself.',
    'console/src/ui/Drawer.tsx': 'Navigation and details.',
    'console/src/palette/CommandPalette.tsx': 'What is typed there is a search.',
  })
})

test('every dialog that sends something is told of it, so that it sends once', () => {
  const untold = consoleSources
    .filter(({ text }) => /\buse(?:Act|Request|Join)(?:<[^(]*>)?\(/.test(text))
    .flatMap(({ path, text }) => dialogsIn(path, text).map((attributes) => ({ path, attributes })))
    .filter(({ attributes }) => !attributes.includes('act'))
  expect(pathsOf(untold)).toEqual([])
})

/** The names of the attributes of each FormDialog and ConfirmDialog. */
function dialogsIn(path: string, text: string): string[][] {
  const found: string[][] = []
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || !/^(?:Form|Confirm)Dialog$/.test(name.name)) return
      found.push(
        attributes.map((one) =>
          one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' ? one.name.name : '',
        ),
      )
    },
  }).visit(parseSync(path, text).program)
  return found
}

test('every form on a page names its unsaved work to the leave guard', () => {
  const forms = consoleSources.filter(
    ({ path, text }) => /<[Ff]orm\b/.test(text) && path !== 'console/src/form/FormDialog.tsx',
  )
  expect(forms.length).toBeGreaterThan(15)
  // A stored text is there again when its page is.
  const unguarded = forms.filter(
    ({ text }) => !uses('useUnsavedWork').test(text) && !uses('useStoredText').test(text),
  )
  expectOnly(pathsOf(unguarded), {
    'console/src/app-sign-in/PageForm.tsx': 'Sign-in.',
    'console/src/layout/SignInDialog.tsx': 'Sign-in.',
    [`${PAGES}sign-in/SignInPage.tsx`]: 'Sign-in.',
    [`${PAGES}sign-in/OpenIdSignIn.tsx`]: 'Sign-in.',
    [`${PAGES}account/ForgotPasswordPage.tsx`]: 'Sign-in.',
    [`${PAGES}account/ResetPasswordPage.tsx`]: 'Sign-in.',
    [`${PAGES}invitations/JoinAsNewcomer.tsx`]: 'Sign-in.',
    [`${PAGES}invitations/JoinBySignIn.tsx`]: 'Sign-in.',
    [`${PAGES}entities/filters/FilterBuilder.tsx`]: 'A filter.',
    [`${PAGES}entity-schemas/TryRules.tsx`]: 'A trial, which changes nothing.',
    [`${PAGES}functions/InvokePart.tsx`]: 'A trial, which the person may repeat.',
    [`${PAGES}tests/FlowForm.tsx`]: 'Both of its pages do: NewTestPage and StepsPart.',
  })
})

const FILTERS = [
  'ChoiceFilter',
  'DayFilter',
  'FilterChips',
  'FilteredTable',
  'FilterField',
  'MultiFilter',
  'NameFilter',
]

test('every list with filters holds them in the address, through useView', () => {
  const users = consoleSources.filter(
    ({ path, imports }) =>
      !path.startsWith('console/src/table/') &&
      FILTERS.some((name) => imports.includes(`console/src/table/${name}.tsx`)),
  )
  expect(users.length).toBeGreaterThan(25)
  expect(users.flatMap(({ path }) => rootsWithout(path, uses('useView')))).toEqual([])
})

/** Above a file: those that nothing but routes import, if neither they nor those on the way match. */
function rootsWithout(path: string, pattern: RegExp): string[] {
  if (pattern.test(byPath.get(path)?.text ?? '')) return []
  const above = importersOf(path).filter((source) => !routes.includes(source))
  return above.length === 0 ? [path] : above.flatMap((source) => rootsWithout(source.path, pattern))
}

/** The fields that addresses keep, by the interfaces of paths.ts and its neighbours. */
const viewFields = consoleSources
  .filter(({ path }) => /^console\/src\/([\w-]+-)?paths\.ts$/.test(path))
  .flatMap(({ text }) => [...text.matchAll(/interface (\w+View)[^{]*\{([^}]*)\}/g)])
  .flatMap(([, view = '', fields = '']) =>
    [...fields.matchAll(/^ {2}(\w+)\?:/gm)].map(([, field = '']) => ({ view, field })),
  )

const pathFiles = consoleSources.filter(({ path }) => /^console\/src\/([\w-]+-)?paths\.ts$/.test(path))

/** The makers of addresses that take the view, such as `audit` of `paths.audit(…)`. */
function makersOf(view: string): string[] {
  const taking = new RegExp(`(\\w+): \\([^()]*\\bview: ${view}\\b`, 'g')
  return pathFiles.flatMap(({ text }) => [...text.matchAll(taking)].map(([, name = '']) => name))
}

/** What the pages say together that show the view or lead to it, with those that read it for them. */
function readAbout(view: string): string {
  const names = new RegExp(
    `\\b${view}\\b|\\w[pP]aths\\.(?:${makersOf(view).join('|')})\\(|\\bpaths\\.(?:${makersOf(view).join('|')})\\(`,
  )
  const pages = consoleSources.filter((source) => names.test(source.text) && !pathFiles.includes(source))
  const readers = pages.flatMap(({ text }) =>
    [...text.matchAll(/export function (\w+ViewOf)\(/g)].map(([, name = '']) => new RegExp(`\\b${name}\\b`)),
  )
  const users = consoleSources.filter(({ text }) => readers.some((reader) => reader.test(text)))
  return [...new Set([...pages, ...users])].map(({ text }) => text).join('\n')
}

const aboutViews = new Map<string, string>()
function textAbout(view: string): string {
  const text = aboutViews.get(view) ?? readAbout(view)
  aboutViews.set(view, text)
  return text
}

test('every field that an address keeps is read back from it under its name', () => {
  expect(viewFields.length).toBeGreaterThan(60)
  const unread = viewFields.filter(
    ({ view, field }) => !new RegExp(`\\b\\w+\\('${field}'\\)`).test(textAbout(view)),
  )
  expect(unread).toEqual([])
})

test('every field that an address keeps is set by a control or a link', () => {
  const unset = viewFields.filter(({ view, field }) => {
    const changes = `(?:show\\w*|filter|on[A-Z]\\w*|look)\\((?:\\w+, )?`
    const addresses = `\\.(?:${makersOf(view).join('|')})\\([^{};]*`
    const sets = new RegExp(`\\b(?:${changes}|${addresses})\\{[^}]*\\b${field}\\b`)
    return field !== 'cursor' && !sets.test(textAbout(view))
  })
  expect(unset).toEqual([])
})

/** Operations that the server refuses by the role of the person. */
const byRole = new Set<string>(
  allOperations
    .filter(({ refuses }) => refuses?.some((code) => /^(editor|admin|owner)_required$/.test(code)))
    .map(({ name }) => name),
)
const CHECKS =
  /\b(?:canEdit|canAdminister|canEditApp|canEditFolder|whyProtected|loadForEditors|loadForAdmins)\b/
const withoutImports = (text: string) => text.replaceAll(/^import\b[^'"]*['"][^'"]+['"]$/gm, '')

/** Files that a page reaches without asking for the role on the way. */
const unchecked = new Set(pathsOf(routes))
for (const path of unchecked) {
  for (const target of byPath.get(path)?.imports ?? []) {
    const source = byPath.get(target)
    if (source && !CHECKS.test(withoutImports(source.text))) unchecked.add(target)
  }
}

test('whatever a role is refused is sent from behind a check of the role', () => {
  const sent = consoleCalls().filter(
    ({ operation }) => byRole.has(operation) || operation.startsWith('webhooksOf.'),
  )
  expect(sent.length).toBeGreaterThan(100)
  // Whichever owner a webhook has, the role decides.
  expect(webhookOperations().filter((name) => !byRole.has(name))).toEqual([])
  const offered = sent
    .map(({ file, operation }) => ({
      path: byPath.has(`${PAGES}${file}`) ? `${PAGES}${file}` : `console/src/${file}`,
      operation,
    }))
    .filter(({ path }) => unchecked.has(path))
  expect(offered).toEqual([])
})

/** Queries by the names that pages call them by, with the operations that they send. */
const queriesByRole = consoleSources
  .filter(({ path }) => /queries\.ts$/.test(path))
  .flatMap(({ text }) => {
    const object = /export const (\w+) = \{/.exec(text)?.[1] ?? ''
    return text.split(/^ {2}(?=\w+: \()/m).map((block) => ({
      query: `${object}.${/^\w+/.exec(block)?.[0]}(`,
      operations: [...block.matchAll(/\b(\w+\.\w+)\(/g)].map(([, name = '']) => name),
    }))
  })
  .filter(({ operations }) => operations.some((name) => byRole.has(name)))

test('whatever a role is refused is read from behind a check of the role', () => {
  expect(queriesByRole.length).toBeGreaterThan(40)
  const asked = [...unchecked].flatMap((path) =>
    queriesByRole
      .filter(({ query }) => byPath.get(path)?.text.includes(query))
      .map(({ query }) => `${path} ${query.slice(0, -1)}`),
  )
  expectOnly(asked, {
    [`${PAGES}ads/SearchTermsPage.tsx adsQueries.searchTerms`]: 'Below AdsTab, which loads for editors.',
    [`${PAGES}ads/use-ads-app.ts adsQueries.readiness`]: 'Below AdsTab, which loads for editors.',
    [`${PAGES}entity-schemas/TryRules.tsx queries.appUsers`]: 'Below SchemasTab, which loads for editors.',
    [`${PAGES}entity-schemas/TryRules.tsx queries.tried`]: 'Below SchemasTab, which loads for editors.',
  })
})

test('a check of the role comes from the one place that knows what each role may do', () => {
  const others = consoleSources.filter(
    ({ path, text }) =>
      path !== 'console/src/permissions.ts' && /\buser_role\b[)?]? (?:===|!==) '/.test(text),
  )
  expectOnly(pathsOf(others), {})
})

/** Class names: margin, padding, place, border and corners of one side, and text that is aligned to one. */
const CLASSES = [
  /(?<![\w-])-?(?:ml|mr|pl|pr|scroll-m[lr]|scroll-p[lr]|left|right|border-[lr]|rounded-(?:[lr]|t[lr]|b[lr]))-(?:\[|\(|\d|px\b|auto\b|full\b|none\b|sm\b|md\b|lg\b|line\b|control\b|accent\b|transparent\b)[^\s'"`;]*/g,
  /(?<![\w-])(?:text-left|text-right|float-left|float-right|clear-left|clear-right|border-l|border-r|rounded-l|rounded-r|origin-left|origin-right)(?![\w-])/g,
]
const DECLARATIONS = [
  ...CLASSES,
  /\b(?:margin|padding|border|inset)-(?:left|right)\b|(?<=[{;]\s*)(?:left|right):[^;]*;|text-align:\s*(?:left|right)/g,
]
const STYLES = [
  ...CLASSES,
  /\b(?:margin|padding|border)(?:Left|Right)\w*|textAlign: '(?:left|right)'|style=\{[^\n]*\b(?:left|right):/g,
]
const sidesIn = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([name]) => name))

test('styles name the beginning and the end of a line, never left and right', () => {
  const isOurs = (path: string) => /^console\/(?!e2e\/)/.test(path) && !isTest(path)
  const sheets = listFiles().filter((path) => isOurs(path) && /\.(?:css|html)$/.test(path))
  const found = [
    ...readSources()
      .filter(({ path }) => isOurs(path))
      .flatMap(({ path, text }) => sidesIn(text, STYLES).map((name) => `${path} ${name}`)),
    ...sheets.flatMap((path) =>
      sidesIn(readFileSync(join(root, path), 'utf8'), DECLARATIONS).map((name) => `${path} ${name}`),
    ),
  ]
  expect(sheets.length).toBeGreaterThan(1)
  expectOnly(found, {
    'console/src/ui/editor-look.ts borderLeft': 'Code reads from the left in every language.',
    'console/src/ui/editor-look.ts borderLeftColor': 'Code reads from the left in every language.',
    'console/src/ui/editor-look.ts borderRight': 'Code reads from the left in every language.',
    'console/src/chart/DayChart.tsx style={isRight ? { right: width - left + 12 } : { left:':
      'A chart is drawn in coordinates.',
  })
})

test.each([
  ...['mr-2', 'lg:-ml-4 flex', 'left-1/2', 'sm:right-[3px]', 'text-left', 'border-l', 'border-r-2'],
  ...['rounded-tl-md', 'marginRight', 'style={{ left: 0 }}'],
])('%s is noticed as a side', (text) => {
  expect(sidesIn(text, STYLES)).toHaveLength(1)
})

test.each(['margin-left: 2px', 'a { left: 0; }', 'text-align: right'])(
  '%s is noticed in a style sheet',
  (text) => {
    expect(sidesIn(text, DECLARATIONS)).toHaveLength(1)
  },
)

test.each([
  ...['me-2', 'start-1', 'inset-s-3', 'arrow-left', 'border-line', 'rounded-lg', 'prose', 'overflow-auto'],
])('%s is no side', (text) => {
  expect(sidesIn(text, [...STYLES, ...DECLARATIONS])).toEqual([])
})
