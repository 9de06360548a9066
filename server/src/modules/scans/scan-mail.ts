/** What the owner of an app is written when something critical is new. */
import type { Finding } from '@atrium/contract/scan-findings'
import { oneLine } from '../../platform/text/one-line.ts'

const MOST_TITLES = 20
const LONGEST_TITLE = 200

export function scanMail(
  app: { app_name: string; workspace_id: string; app_id: string },
  baseUrl: string,
  found: readonly Pick<Finding, 'title'>[],
): { subject: string; text: string } {
  const name = oneLine(app.app_name)
  const count = found.length === 1 ? 'a new critical problem' : `${found.length} new critical problems`
  const more = found.length - MOST_TITLES
  const place = `w/${encodeURIComponent(app.workspace_id)}/apps/${encodeURIComponent(app.app_id)}/security`
  return {
    subject: `Security scan of ${name}: ${count}`,
    text: [
      `The security scan of “${name}” found ${count}:`,
      '',
      ...found.slice(0, MOST_TITLES).map(({ title }) => `- ${oneLine(title, LONGEST_TITLE)}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      'See what each of them means and how to fix it:',
      `${baseUrl.replace(/\/+$/, '')}/${place}`,
      '',
      'You get this email because you own the app. In the settings of its security scan you can turn it off.',
      '',
    ].join('\n'),
  }
}
