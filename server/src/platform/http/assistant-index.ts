import type { GuideGroup } from './guides.ts'

/** The page that programs which write code read first, in the form of llmstxt.org. */
export function assistantIndex(
  groups: readonly GuideGroup[],
  areas: readonly [name: string, about: string][],
): string {
  const guides = groups.map(({ group, guides }) =>
    [`## ${group}`, '', ...guides.map(({ name, title }) => `- [${title}](/docs/${name}.md)`), ''].join('\n'),
  )
  return [
    '# Atrium',
    '',
    '> A self-hostable platform that runs everything around an app.',
    '',
    'Read [for coding assistants](/docs/assistants.md) first: it is one page. Every operation, with its fields, limits and',
    'refusals, is in [openapi.json](/openapi.json).',
    '',
    ...guides,
    '## Operations',
    '',
    ...areas.map(([name, about]) => `- [${name}](/docs/api/${name}): ${about}`),
    '',
  ].join('\n')
}
