/** The refusals of advertising. */
export const adErrors = {
  date_range_incomplete: {
    status: 400,
    message: 'Send start_date and end_date together, or neither of them.',
  },
  date_range_reversed: { status: 400, message: 'start_date is after end_date; send the earlier day first.' },
  date_range_too_long: { status: 400, message: 'A dashboard spans at most 366 days; choose fewer.' },
  campaign_type_not_available: {
    status: 400,
    message: 'The ad platform makes no new campaigns of this type; see the types of the launch readiness.',
  },
  logo_required: { status: 400, message: 'A Performance Max campaign needs a logo; send logo_url.' },
  budget_out_of_range: {
    status: 400,
    message: 'The daily budget is outside what is allowed in this currency; see min_micros and max_micros.',
  },
  business_name_too_long: { status: 400, message: 'A business name has at most 25 letters; shorten it.' },
  eu_political_declaration_required: {
    status: 400,
    message:
      'This campaign can be seen in the EU; say in contains_eu_political_advertising whether it is political.',
  },
  rejected_by_platform: {
    status: 400,
    message: 'The ad platform does not take this; see reasons, then send it again corrected.',
  },
  payment_method_required: {
    status: 402,
    message: 'Advertising needs a valid card; add one to the billing of the workspace.',
  },
  asset_not_found: {
    status: 404,
    message: 'No such generated asset of this app; list its assets first.',
  },
  ads_account_not_found: {
    status: 404,
    message: 'No such advertising account of this app; read the account first.',
  },
  campaign_not_found: { status: 404, message: 'No such campaign of this app; list its campaigns first.' },
  conversion_action_not_found: {
    status: 404,
    message: 'The advertising account has no such conversion action; list its actions first.',
  },
  mapping_not_found: {
    status: 404,
    message: 'No such conversion mapping of this app; list its mappings first.',
  },
  already_launched: {
    status: 409,
    message: 'This draft was launched already; see campaign_id, or send another draft_id for a further one.',
  },
  launch_in_progress: {
    status: 409,
    message: 'A launch is still on its way here; wait for it, then list the campaigns.',
  },
  outcome_unknown: {
    status: 409,
    message:
      'The ad platform did not answer after it was asked, so this may have happened; do not repeat it, list the campaigns first.',
  },
  billing_hold: {
    status: 409,
    message: 'Advertising is on hold because of a payment; settle the billing, then try again.',
  },
  account_suspended: {
    status: 409,
    message: 'The ad platform has stopped this advertising account; settle it there first.',
  },
  no_ads_account: {
    status: 409,
    message: 'This app has no advertising account yet; launch its first campaign.',
  },
  mapping_exists: {
    status: 409,
    message: 'Another mapping counts the same write as the same goal; change that one instead.',
  },
  mapping_limit_reached: {
    status: 409,
    message: 'The app has as many conversion mappings as it may have; delete one first.',
  },
  campaign_busy: {
    status: 409,
    message: 'Another change of this campaign is still on its way; nothing was sent, try again in a moment.',
  },
  campaign_removed: {
    status: 409,
    message: 'This campaign was deleted and cannot be changed any more; create another one.',
  },
  campaign_limit_reached: {
    status: 409,
    message: 'The app has as many campaigns as it may have; delete one first.',
  },
  asset_session_limit_reached: {
    status: 409,
    message: 'As many assets are being made for this app as may be at once; wait until one session is done.',
  },
  ad_platform_unavailable: {
    status: 503,
    message: 'The ad platform cannot be reached right now; nothing was changed, try again shortly.',
  },
  payment_provider_unavailable: {
    status: 503,
    message: 'Whether there is a card cannot be asked right now; nothing was changed, try again shortly.',
  },
} as const
