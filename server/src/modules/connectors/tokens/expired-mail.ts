/** What people are written when a connection of theirs has ended by itself. */
import { oneLine } from '../../../platform/text/one-line.ts'

export function expiredMail(
  app: { app_name: string; workspace_id: string; app_id: string },
  baseUrl: string,
  { display_name, reason }: { display_name: string; reason: string },
): { subject: string; text: string } {
  const name = oneLine(app.app_name)
  const service = oneLine(display_name)
  const place = `w/${encodeURIComponent(app.workspace_id)}/apps/${encodeURIComponent(app.app_id)}/connectors`
  return {
    subject: `${name}: connect ${service} again`,
    text: [
      `The connection of “${name}” to ${service} has expired: the app does not get in there any more.`,
      '',
      `Why: ${oneLine(reason, 300)}`,
      '',
      'Connect it again here; what you have filled in is still there:',
      `${baseUrl.replace(/\/+$/, '')}/${place}`,
      '',
      'You get this email because you have connected the service, or own the workspace.',
      '',
    ].join('\n'),
  }
}
