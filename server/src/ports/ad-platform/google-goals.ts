/** Conversion goals of an account of Google Ads, and the tags that tell of them. */
import type { GoogleAccounts } from './google-accounts.ts'
import { listAt, type Row, textAt } from './google-answers.ts'
import { rejectedBy } from './google-mutate.ts'
import { CUSTOMER_ID } from './google-names.ts'
import type { GoogleRest } from './google-rest.ts'
import type { ConversionGoal, GoalCategory, NewGoal, Read, Written } from './port.ts'

interface GoalParts {
  rest: GoogleRest
  accounts: GoogleAccounts
}

/** One for each category that has none; those that somebody made by hand count. */
export async function ensureGoals(
  parts: GoalParts,
  customerId: string,
  goals: readonly NewGoal[],
): Promise<Written<ConversionGoal[]>> {
  const known = await listGoals(parts, customerId)
  if (known.outcome !== 'done') return known
  const categories = goals.map(({ category }) => category)
  const wanted = goals.filter(({ category }, at) => categories.indexOf(category) === at)
  const missing = wanted.filter(({ category }) => !known.value.some((goal) => goal.category === category))
  if (missing.length === 0) return { outcome: 'done', value: firstOfEach(known.value, wanted) }
  if (!CUSTOMER_ID.test(customerId)) return rejectedBy([NO_ACCOUNT])

  const outcome = await parts.rest.change(`customers/${customerId}/conversionActions:mutate`, {
    operations: missing.map(({ name, category }) => ({ create: newAction(name, category) })),
    partialFailure: false,
  })
  const isTaken = outcome.outcome === 'refused' && outcome.errors.every(({ code }) => TAKEN.test(code))
  if (outcome.outcome === 'refused' && !isTaken) return rejectedBy(outcome.errors)
  if (outcome.outcome !== 'done' && outcome.outcome !== 'refused') return outcome
  const now = await listGoals(parts, customerId)
  if (now.outcome !== 'done')
    return { outcome: 'unknown', message: 'The goals were made and cannot be read.' }
  const value = firstOfEach(now.value, wanted)
  // Somebody else made them in the meantime, or their names are another's.
  if (outcome.outcome === 'refused' && value.length < wanted.length) return rejectedBy(outcome.errors)
  return { outcome: 'done', value }
}

export async function listGoals(
  { accounts }: Pick<GoalParts, 'accounts'>,
  customerId: string,
): Promise<Read<ConversionGoal[]>> {
  const rows = await accounts.search(
    customerId,
    "SELECT conversion_action.id, conversion_action.resource_name, conversion_action.name, conversion_action.category, conversion_action.counting_type, conversion_action.tag_snippets FROM conversion_action WHERE conversion_action.status = 'ENABLED' AND conversion_action.type = 'WEBPAGE' ORDER BY conversion_action.id",
  )
  if (rows.outcome !== 'done') return rows
  return { outcome: 'done', value: rows.value.flatMap(presentGoal) }
}

export async function accountTag(
  { accounts }: Pick<GoalParts, 'accounts'>,
  customerId: string,
): Promise<Read<string | null>> {
  const rows = await accounts.search(
    customerId,
    'SELECT customer.id, customer.conversion_tracking_setting.conversion_tracking_id, customer.conversion_tracking_setting.cross_account_conversion_tracking_id FROM customer',
  )
  if (rows.outcome !== 'done') return rows
  const path = 'customer.conversionTrackingSetting'
  const [shared = '', own = ''] = ['crossAccountConversionTrackingId', 'conversionTrackingId'].map((name) =>
    textAt(rows.value[0], `${path}.${name}`),
  )
  // Accounts that count together have one tag.
  const id = [shared, own].find((one) => /^[1-9]\d*$/.test(one))
  return { outcome: 'done', value: id === undefined ? null : `AW-${id}` }
}

const TAKEN = /^ConversionActionError\.DUPLICATE_NAME$/
const NO_ACCOUNT = {
  code: 'AuthorizationError.CUSTOMER_NOT_FOUND',
  message: 'There is no such account.',
  operation: null,
  field: '',
}

/** These may happen several times after one click; of the others the first counts. */
const COUNTING: Record<GoalCategory, ConversionGoal['counting']> = {
  PURCHASE: 'MANY_PER_CLICK',
  ADD_TO_CART: 'MANY_PER_CLICK',
  BEGIN_CHECKOUT: 'MANY_PER_CLICK',
  SUBSCRIBE_PAID: 'MANY_PER_CLICK',
  SIGNUP: 'ONE_PER_CLICK',
  SUBMIT_LEAD_FORM: 'ONE_PER_CLICK',
  CONTACT: 'ONE_PER_CLICK',
  REQUEST_QUOTE: 'ONE_PER_CLICK',
  BOOK_APPOINTMENT: 'ONE_PER_CLICK',
  PHONE_CALL_LEAD: 'ONE_PER_CLICK',
}

function newAction(name: string, category: GoalCategory): object {
  return {
    name,
    type: 'WEBPAGE',
    category,
    status: 'ENABLED',
    countingType: COUNTING[category],
    clickThroughLookbackWindowDays: '30',
    valueSettings: { defaultValue: 1, alwaysUseDefaultValue: false },
  }
}

/** Nothing for categories that we do not speak of. */
function presentGoal(row: Row): ConversionGoal[] {
  const category = textAt(row, 'conversionAction.category')
  if (!isCategory(category)) return []
  const isMany = textAt(row, 'conversionAction.countingType') === 'MANY_PER_CLICK'
  return [
    {
      goal_id: textAt(row, 'conversionAction.id'),
      resource_name: textAt(row, 'conversionAction.resourceName'),
      name: textAt(row, 'conversionAction.name'),
      category,
      counting: isMany ? 'MANY_PER_CLICK' : 'ONE_PER_CLICK',
      tag: tagOf(row),
      created_date: null,
    },
  ]
}

function isCategory(text: string): text is GoalCategory {
  return Object.hasOwn(COUNTING, text)
}

/** From the page's own snippet: `'send_to': 'AW-123/label'`. */
function tagOf(row: Row): ConversionGoal['tag'] {
  for (const snippet of listAt(row, 'conversionAction.tagSnippets')) {
    const isOfPage = textAt(snippet, 'type') === 'WEBPAGE' && textAt(snippet, 'pageFormat') === 'HTML'
    const [, conversion_id, label] =
      /send_to['"]?\s*:\s*['"](AW-\d+)\/([\w-]+)['"]/.exec(textAt(snippet, 'eventSnippet')) ?? []
    if (isOfPage && conversion_id !== undefined && label !== undefined) return { conversion_id, label }
  }
  return null
}

function firstOfEach(goals: readonly ConversionGoal[], wanted: readonly NewGoal[]): ConversionGoal[] {
  return wanted.flatMap(({ category }) => goals.find((goal) => goal.category === category) ?? [])
}
