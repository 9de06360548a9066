/** One account of the stand-in: its resources, changed all together or not at all, and the checks of the real one. */
import { createHash } from 'node:crypto'
import type { StandInRow } from './queries.ts'

export interface StandInError {
  code: Record<string, string>
  message: string
  path: (string | [name: string, index: number])[]
  details?: object
}

export type Resources = Map<string, StandInRow>

interface Change {
  kind: string
  verb: 'create' | 'update' | 'remove'
  body: StandInRow
  mask: string[]
}

/** The name of its collection, for each kind of operation. */
const COLLECTIONS: Record<string, string> = {
  campaignBudgetOperation: 'campaignBudgets',
  campaignOperation: 'campaigns',
  campaignCriterionOperation: 'campaignCriteria',
  assetOperation: 'assets',
  campaignAssetOperation: 'campaignAssets',
  assetGroupOperation: 'assetGroups',
  assetGroupAssetOperation: 'assetGroupAssets',
  assetGroupSignalOperation: 'assetGroupSignals',
  smartCampaignSettingOperation: 'smartCampaignSettings',
}
const LONGEST: Record<string, number> = {
  HEADLINE: 30,
  LONG_HEADLINE: 90,
  DESCRIPTION: 90,
  BUSINESS_NAME: 25,
}
const LEAST_MICROS = 1_000_000
const UNIT_MICROS = 10_000
const IN_EU = new Set(['geoTargetConstants/2250', 'geoTargetConstants/2276', 'geoTargetConstants/1005396'])

let lastId = 20_000_000_000

/** What the operations make of the resources; those stay untouched. */
export function mutateAccount(customerId: string, before: Resources, operations: readonly StandInRow[]) {
  const after: Resources = new Map([...before].map(([name, resource]) => [name, structuredClone(resource)]))
  const errors: StandInError[] = []
  const names = new Map<string, string>()
  const results: string[] = []
  const campaigns = new Map<number, string>()
  const groups = new Map<number, string>()

  for (const [index, operation] of operations.entries()) {
    const change = readChange(operation)
    const complain: Complain = (code, message, field, details) =>
      errors.push({
        code,
        message,
        path: [['mutate_operations', index], snake(change.kind), change.verb, ...(field ? [field] : [])],
        ...(details && { details }),
      })
    const body = resolve(change.body, names)
    if (change.verb !== 'create') {
      const name = change.verb === 'remove' ? String(change.body.remove) : String(body.resourceName)
      alter(after, name, change, body, complain)
      results.push(name)
      continue
    }
    const name = place(customerId, change.kind, body, after)
    if (typeof body.resourceName === 'string') names.set(body.resourceName, name)
    check(after, change.kind, body, complain)
    const id = name.slice(name.lastIndexOf('/') + 1)
    // What is there already stays as it is, with its name.
    if (!after.has(name)) after.set(name, { ...DEFAULTS[change.kind], ...body, resourceName: name, id })
    if (change.kind === 'campaignOperation') campaigns.set(index, name)
    if (change.kind === 'assetGroupOperation') groups.set(index, name)
    results.push(name)
  }
  for (const [index, name] of campaigns) checkCampaign(after, name, index, errors)
  for (const [index, name] of groups) checkGroup(after, name, index, errors)
  return { after, errors, results }
}

export function ofCollection(resources: Resources, collection: string): StandInRow[] {
  return [...resources].filter(([name]) => name.includes(`/${collection}/`)).map(([, resource]) => resource)
}

type Complain = (code: Record<string, string>, message: string, field?: string, details?: object) => void

const DEFAULTS: Record<string, StandInRow> = {
  campaignOperation: { startDateTime: '2026-11-18 00:00:00', servingStatus: 'NONE' },
  campaignAssetOperation: { status: 'ENABLED', primaryStatus: 'PENDING', source: 'ADVERTISER' },
  assetGroupAssetOperation: {
    ...{ status: 'ENABLED', primaryStatus: 'PENDING', source: 'ADVERTISER' },
    policySummary: { reviewStatus: 'REVIEW_IN_PROGRESS' },
  },
}

function readChange(operation: StandInRow): Change {
  const [[kind, change] = ['', {}]] = Object.entries(operation)
  if (COLLECTIONS[kind] === undefined) throw new Error(`the stand-in knows no ${kind}`)
  const verb = 'create' in change ? 'create' : 'update' in change ? 'update' : 'remove'
  const body = verb === 'remove' ? { remove: change.remove } : change[verb]
  return { kind, verb, body, mask: String(change.updateMask ?? '').split(',') }
}

/** Names with negative numbers become those that were given for them in this request. */
function resolve(body: StandInRow, names: ReadonlyMap<string, string>): StandInRow {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      key !== 'resourceName' && typeof value === 'string' ? (names.get(value) ?? value) : value,
    ]),
  )
}

/** Assets of the same content are one; links are named by what they link. */
function place(customerId: string, kind: string, body: StandInRow, resources: Resources): string {
  const collection = `customers/${customerId}/${COLLECTIONS[kind]}`
  const last = (name: unknown) => String(name).slice(String(name).lastIndexOf('/') + 1)
  if (kind === 'campaignAssetOperation' || kind === 'assetGroupAssetOperation') {
    return `${collection}/${last(body.campaign ?? body.assetGroup)}~${last(body.asset)}~${body.fieldType}`
  }
  if (kind === 'assetOperation') {
    const same = [...resources].find(([name, other]) => {
      return name.startsWith(collection) && contentOf(other) === contentOf(body)
    })
    if (same) return same[0]
  }
  lastId += 1
  return `${collection}/${lastId}`
}

function contentOf(asset: StandInRow): string {
  return JSON.stringify(asset.textAsset ?? asset.imageAsset?.data ?? asset.callAsset)
}

function alter(
  resources: Resources,
  name: string,
  { kind, verb, mask }: Change,
  body: StandInRow,
  complain: Complain,
) {
  const resource = resources.get(name)
  if (!resource) return complain({ mutateError: 'RESOURCE_NOT_FOUND' }, 'Resource was not found.')
  if (resource.status === 'REMOVED') {
    return complain(
      { contextError: 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE' },
      'The operation is not allowed for removed resources.',
    )
  }
  if (verb === 'remove') {
    if (kind === 'campaignOperation') resource.status = 'REMOVED'
    else resources.delete(name)
    return
  }
  const { resourceName, ...fields } = body
  if (mask.toSorted().join() !== Object.keys(fields).toSorted().join()) {
    return complain({ fieldMaskError: 'FIELD_NOT_FOUND' }, 'The mask does not name the fields.')
  }
  if (kind !== 'campaignOperation' || 'name' in fields) check(resources, kind, fields, complain, name)
  Object.assign(resource, fields)
}

function check(resources: Resources, kind: string, body: StandInRow, complain: Complain, own = ''): void {
  const missing = [body.campaign, body.asset, body.assetGroup, body.campaignBudget].find(
    (name) => name !== undefined && !resources.has(name),
  )
  if (missing) complain({ mutateError: 'RESOURCE_NOT_FOUND' }, `There is no ${missing} yet.`)
  if (kind === 'campaignBudgetOperation') checkBudget(body.amountMicros, complain)
  if (kind === 'campaignOperation') checkName(resources, body, complain, own)
  if (kind === 'assetGroupOperation' && /uncrawlable\.test/.test(String(body.finalUrls))) {
    const code = { assetGroupError: 'FINAL_URL_CONTAINS_INVALID_DOMAIN_NAME' }
    complain(code, 'The final URL cannot be used.', 'final_urls')
  }
  if (kind === 'campaignCriterionOperation' && body.location) {
    const isKnown = /^geoTargetConstants\/\d{4,7}$/.test(body.location.geoTargetConstant)
    if (!isKnown) complain({ criterionError: 'INVALID_CRITERION_ID' }, 'There is no such place.', 'location')
  }
  if (kind === 'assetGroupSignalOperation' && body.searchTheme.text.split(' ').length > 10) {
    complain(
      { assetGroupSignalError: 'TOO_MANY_WORDS' },
      'The search theme has too many words.',
      'search_theme',
    )
  }
  if (body.fieldType) checkLink(resources.get(body.asset), body.fieldType, complain)
}

function checkBudget(amount: unknown, complain: Complain): void {
  if (typeof amount !== 'string') throw new Error('whole numbers travel as texts')
  if (Number(amount) < LEAST_MICROS) {
    const budgetPerDayMinimumErrorDetails = {
      ...{ currencyCode: 'USD', budgetPerDayMinimumMicros: String(LEAST_MICROS) },
      ...{ minimumBudgetAmountMicros: String(LEAST_MICROS), failedBudgetAmountMicros: amount },
    }
    const code = { campaignBudgetError: 'BUDGET_BELOW_PER_DAY_MINIMUM' }
    complain(code, 'The budget is too small.', 'amount_micros', { budgetPerDayMinimumErrorDetails })
  } else if (Number(amount) % UNIT_MICROS !== 0) {
    const code = { campaignBudgetError: 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT' }
    complain(code, 'The amount is no multiple of the billable unit.', 'amount_micros')
  }
}

function checkName(resources: Resources, body: StandInRow, complain: Complain, own: string): void {
  if (body.advertisingChannelType === 'SMART') {
    complain({ smartCampaignError: 'CREATION_FAILED' }, 'Smart campaigns are not created any more.')
  }
  const same = ofCollection(resources, 'campaigns').find((other) => {
    return other.name === body.name && other.status !== 'REMOVED' && other.resourceName !== own
  })
  if (same) {
    complain({ campaignError: 'DUPLICATE_CAMPAIGN_NAME' }, 'Another campaign has this name.', 'name')
  }
}

/** Lengths of texts and forms of images are judged when they are linked. */
function checkLink(asset: StandInRow | undefined, fieldType: string, complain: Complain) {
  const text = asset?.textAsset?.text
  if (typeof text === 'string' && [...text].length > (LONGEST[fieldType] ?? 90)) {
    complain({ stringLengthError: 'TOO_LONG' }, 'Too long.', 'asset')
  }
  const data = asset?.imageAsset?.data
  if (typeof data !== 'string') return
  const bytes = Buffer.from(data, 'base64')
  const isPng = bytes.length > 24 && bytes.subarray(1, 4).toString('latin1') === 'PNG'
  if (!isPng) return complain({ imageError: 'UNSUPPORTED_IMAGE_FORMAT' }, 'No image.', 'asset')
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [ratio, least] = fieldType === 'MARKETING_IMAGE' ? [1.91, 600] : [1, fieldType === 'LOGO' ? 128 : 300]
  if (Math.abs(width / height - ratio) > 0.02 * ratio) {
    complain({ imageError: 'ASPECT_RATIO_NOT_ALLOWED' }, 'Wrong aspect ratio.', 'asset')
  } else if (width < least) complain({ imageError: 'IMAGE_TOO_SMALL' }, 'Too small.', 'asset')
}

function checkCampaign(resources: Resources, name: string, index: number, errors: StandInError[]): void {
  const path: StandInError['path'] = [['mutate_operations', index], 'campaign_operation', 'create']
  const fields = ofCollection(resources, 'campaignAssets')
    .filter((link) => link.campaign === name)
    .map((link) => link.fieldType)
  for (const field of ['BUSINESS_NAME', 'LOGO']) {
    if (fields.includes(field)) continue
    const word = `REQUIRED_${field}_ASSET_NOT_LINKED`
    errors.push({ code: { campaignError: word }, message: `${field} is missing.`, path })
  }
  const places = ofCollection(resources, 'campaignCriteria')
    .filter(({ campaign, location }) => campaign === name && location)
    .map(({ location }) => location.geoTargetConstant)
  const reachesEu = places.length === 0 || places.some((place) => IN_EU.has(place))
  if (reachesEu && resources.get(name)?.containsEuPoliticalAdvertising === undefined) {
    errors.push({
      code: { fieldError: 'REQUIRED' },
      message: 'The required field was not present.',
      path: [...path, 'contains_eu_political_advertising'],
    })
  }
}

const FEWEST = {
  ...{ HEADLINE: 3, LONG_HEADLINE: 1, DESCRIPTION: 2 },
  ...{ MARKETING_IMAGE: 1, SQUARE_MARKETING_IMAGE: 1 },
}

function checkGroup(resources: Resources, name: string, index: number, errors: StandInError[]): void {
  const links = ofCollection(resources, 'assetGroupAssets').filter((link) => link.assetGroup === name)
  const texts = links.map(({ asset, fieldType }) => ({
    fieldType,
    text: resources.get(asset)?.textAsset?.text,
  }))
  const isShort = (field: string, longest: number) =>
    texts.some(({ fieldType, text }) => fieldType === field && [...String(text)].length <= longest)
  const lacking = Object.entries(FEWEST)
    .filter(([field, fewest]) => links.filter(({ fieldType }) => fieldType === field).length < fewest)
    .map(([field]) => field)
  if (!isShort('HEADLINE', 15)) lacking.push('HEADLINE')
  if (!isShort('DESCRIPTION', 60)) lacking.push('DESCRIPTION')
  for (const field of new Set(lacking)) {
    errors.push({
      code: { assetGroupError: `NOT_ENOUGH_${field}_ASSET` },
      message: `Not enough of ${field}.`,
      path: [['mutate_operations', index], 'asset_group_operation', 'create'],
    })
  }
}

export function imageUrl(asset: StandInRow): string {
  return `https://images.example.com/${createHash('sha256').update(asset.imageAsset.data).digest('hex')}`
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
