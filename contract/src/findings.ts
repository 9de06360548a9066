/** What is ignored of the findings of security scans. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Fingerprint } from './scan-findings.ts'
import { AppPath, Done, EXAMPLE_RULE_FINDING, FindingType, SCAN } from './scans.ts'
import { Both, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

export const IgnoreReason = OneOf(['false_positive', 'wont_fix', 'used_in_tests', 'accepted_risk'])
const CHANGE = perMinute(60, 'caller+app', 'findings.change')

const ignoreFields = {
  finding_type: FindingType,
  file_path: Type.Optional(Nullable(Type.String({ maxLength: 1_024 }))),
  title: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  reason: Type.Optional(Nullable(IgnoreReason)),
  comment: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  expires_at: Type.Optional(
    Nullable(Type.String({ format: 'date-time', description: 'From then on it shows again' })),
  ),
}

export const IgnoredFinding = Type.Object(
  {
    fingerprint: Fingerprint,
    finding_type: FindingType,
    file_path: Nullable(Type.String()),
    title: Nullable(Type.String()),
    reason: Nullable(IgnoreReason),
    comment: Nullable(Type.String()),
    expires_at: Nullable(Timestamp),
    ignored_by: Nullable(Type.String({ description: 'The email of the person' })),
    created_date: Timestamp,
  },
  { $id: 'IgnoredFinding' },
)

export const ignoreFinding = operation({
  name: 'findings.ignore',
  summary: 'Ignore a finding of the security scan',
  description:
    'It stays in the result, and its fingerprint comes in `ignored_fingerprints`. To ignore it again sets reason, comment and end again. Also what the latest scan does not have can be ignored, since a new scan may just have replaced what was seen; what a scan does not find any more is forgotten.',
  method: 'POST',
  path: `${SCAN}/ignore`,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: CHANGE,
  params: AppPath,
  body: Type.Object({ fingerprint: Fingerprint, ...ignoreFields }),
  answer: Done,
  refuses: ['app_not_found', 'editor_required', 'ignore_limit_reached'],
  example: {
    body: {
      fingerprint: EXAMPLE_RULE_FINDING.fingerprint,
      finding_type: 'rls',
      reason: 'accepted_risk',
      comment: 'Orders are public in this shop',
    },
    answer: { status: 'ok' },
  },
})

export const restoreFinding = operation({
  name: 'findings.restore',
  summary: 'Restore an ignored finding',
  description: 'Also 200 when it was not ignored; nothing changes then.',
  method: 'DELETE',
  path: `${SCAN}/ignore/{fingerprint}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: Type.Object({ app_id: Id, fingerprint: Fingerprint }),
  answer: Done,
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { status: 'ok' } },
})

export const listIgnoredFindings = operation({
  name: 'findings.list_ignored',
  summary: 'List the ignored findings of an app: who ignored them, why, and until when',
  method: 'GET',
  path: `${SCAN}/ignore`,
  credential: personal('read_only'),
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'A part of the title or of the path of the file, in either case',
          examples: ['src/pay'],
        }),
      ),
    }),
  ),
  answer: Page(IgnoredFinding),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    answer: {
      items: [
        {
          fingerprint: EXAMPLE_RULE_FINDING.fingerprint,
          finding_type: 'rls',
          file_path: null,
          title: EXAMPLE_RULE_FINDING.title,
          reason: 'accepted_risk',
          comment: 'Orders are public in this shop',
          expires_at: null,
          ignored_by: 'ada@example.com',
          created_date: '2026-11-16T09:31:00.000Z',
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
