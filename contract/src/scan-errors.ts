/** The refusals of security scans and their findings. */
export const scanErrors = {
  scan_not_found: { status: 404, message: 'This app has no scan yet; run one first.' },
  finding_not_found: {
    status: 404,
    message: 'The latest scan has no such finding; read the scan again.',
  },
  scan_out_of_date: {
    status: 409,
    message: 'The app changed since this was found; run a new scan first.',
  },
  rule_needs_decision: {
    status: 409,
    message: 'There is no rule that fits for certain; decide it in the schema of the entity.',
  },
  ignore_limit_reached: {
    status: 409,
    message: 'An app can have at most 1,000 ignored findings; restore some first.',
  },
} as const satisfies Record<string, { status: number; message: string }>
