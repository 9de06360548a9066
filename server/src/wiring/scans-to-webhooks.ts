import { type MailDeps, mailOwner, type ScanNotices } from '../modules/scans/index.ts'
import { recordEvent } from '../modules/webhooks/index.ts'
import { oneLine } from '../platform/text/one-line.ts'

/** The rest is counted only. */
const MOST_FINDINGS = 50
const LONGEST_TITLE = 500

/** Critical findings become an event of the webhooks of their app, and an email to its owner. */
export function createScanNotices(deps: () => MailDeps): ScanNotices {
  return {
    async announce(tx, { app_id, scan_id, found, at }) {
      if (found.length === 0) return
      // What was found and where, never what it says there.
      const findings = found.slice(0, MOST_FINDINGS).map(({ group, finding }) => ({
        fingerprint: finding.fingerprint,
        rule_id: finding.rule_id,
        severity: finding.severity,
        title: oneLine(finding.title, LONGEST_TITLE),
        group,
      }))
      await recordEvent(tx, {
        app_id,
        source: 'app',
        type: 'scan.found_critical',
        order_key: app_id,
        happened_at: at,
        payload: { app_id, scan_id, data: { scan: { id: scan_id, found_count: found.length, findings } } },
      })
      await mailOwner(
        deps(),
        tx,
        app_id,
        found.map(({ finding }) => finding),
      )
    },
  }
}
