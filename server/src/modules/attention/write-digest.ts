/** What somebody is written who wants to know what is new. */
import { oneLine } from '../../platform/text/one-line.ts'
import type { FoundItem } from './rules.ts'

const MOST_ITEMS = 20
const LONGEST_LINE = 300

export function writeDigest(
  workspace: { id: string; name: string },
  baseUrl: string,
  items: readonly Pick<FoundItem, 'app_name' | 'subject' | 'detail'>[],
): { subject: string; text: string } {
  const name = oneLine(workspace.name)
  const count = items.length === 1 ? 'one new thing needs you' : `${items.length} new things need you`
  const more = items.length - MOST_ITEMS
  return {
    subject: `${name}: ${count}`,
    text: [
      `In the workspace “${name}” ${count}:`,
      '',
      ...items.slice(0, MOST_ITEMS).map((item) => `- ${lineOf(item)}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      'See all of it, and what to do:',
      `${baseUrl.replace(/\/+$/, '')}/w/${encodeURIComponent(workspace.id)}`,
      '',
      'You get this email because you asked for it, at most once an hour. You can turn it off there.',
      '',
    ].join('\n'),
  }
}

function lineOf({ app_name, subject, detail }: Pick<FoundItem, 'app_name' | 'subject' | 'detail'>): string {
  const about = [app_name, subject.name].filter((one) => one !== null).map((one) => oneLine(one, 100))
  return oneLine(`${[...new Set(about)].join(', ')}: ${detail}`, LONGEST_LINE)
}
