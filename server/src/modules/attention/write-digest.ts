/** What somebody is written who wants to know what is new. */
import { oneLine } from '../../platform/text/one-line.ts'
import type { FoundItem } from './rules.ts'

const MOST_ITEMS = 20
const LONGEST_LINE = 300

/** Of which the rest is left out of a post. */
const MOST_POSTED = 100

interface OfWorkspace {
  id: string
  name: string
}
type Described = Pick<FoundItem, 'app_name' | 'subject' | 'detail'>

export function writeDigest(
  workspace: OfWorkspace,
  baseUrl: string,
  items: readonly Described[],
): { subject: string; text: string } {
  const closing =
    'You get this email because you asked for it, at most once an hour. You can turn it off there, by “Notify me”.'
  return {
    subject: `${oneLine(workspace.name)}: ${countOf(items)}`,
    text: [linesOf(workspace, baseUrl, items), '', closing, ''].join('\n'),
  }
}

/** The body of a post: `text` is what channels of chats show. */
export function writePost(workspace: OfWorkspace, baseUrl: string, items: readonly FoundItem[]): string {
  const text = linesOf(workspace, baseUrl, items)
  return JSON.stringify({ text, workspace_id: workspace.id, items: items.slice(0, MOST_POSTED) })
}

function linesOf({ id, name }: OfWorkspace, baseUrl: string, items: readonly Described[]): string {
  const more = items.length - MOST_ITEMS
  return [
    `In the workspace “${oneLine(name)}” ${countOf(items)}:`,
    '',
    ...items.slice(0, MOST_ITEMS).map((item) => `- ${lineOf(item)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
    'See all of it, and what to do:',
    `${baseUrl.replace(/\/+$/, '')}/w/${encodeURIComponent(id)}`,
  ].join('\n')
}

function countOf({ length }: readonly Described[]): string {
  return length === 1 ? 'one new thing needs you' : `${length} new things need you`
}

function lineOf({ app_name, subject, detail }: Described): string {
  const about = [app_name, subject.name].filter((one) => one !== null).map((one) => oneLine(one, 100))
  return oneLine(`${[...new Set(about)].join(', ')}: ${detail}`, LONGEST_LINE)
}
