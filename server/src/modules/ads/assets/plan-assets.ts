/** What a session makes, in which order. The same request gives the same plan, so that it can be taken up again. */
import type { AssetFieldName } from '@atrium/contract/ad-assets'
import type { ImageSize } from '../../../platform/images/draw-image.ts'
import type { CampaignType } from '../../../ports/ad-platform/port.ts'
import type { Language } from '../suggestions/languages.ts'

export interface AssetRequest {
  campaign_type: CampaignType
  business_name: string
  business_description: string
  landing_page: string | null
  logo_url: string | null
  /** Null: those that the type of campaign has. */
  field_types: AssetFieldName[] | null
  /** Of each; null: as many as are usual. */
  count: number | null
  language: Language
}

export interface PlannedAsset {
  position: number
  field_type: AssetFieldName
  /** 0 for the first of its field. */
  ordinal: number
}

export type TextField = keyof typeof LONGEST_TEXT
export type ImageField = keyof typeof IMAGE_SIZES

/** In characters, as ad platforms count them. */
export const LONGEST_TEXT = { HEADLINE: 30, LONG_HEADLINE: 90, DESCRIPTION: 90, BUSINESS_NAME: 25 } as const

export const IMAGE_SIZES = {
  LOGO: { width: 512, height: 512 },
  MARKETING_IMAGE: { width: 1200, height: 628 },
  SQUARE_MARKETING_IMAGE: { width: 1200, height: 1200 },
} as const satisfies Record<string, ImageSize>

/** Usual, and at most: 41 together. Of texts a campaign can have no more. */
const COUNTS: Readonly<Record<AssetFieldName, { usual: number; most: number }>> = {
  HEADLINE: { usual: 5, most: 15 },
  LONG_HEADLINE: { usual: 2, most: 5 },
  DESCRIPTION: { usual: 4, most: 5 },
  BUSINESS_NAME: { usual: 1, most: 1 },
  LOGO: { usual: 1, most: 5 },
  MARKETING_IMAGE: { usual: 2, most: 5 },
  SQUARE_MARKETING_IMAGE: { usual: 2, most: 5 },
}

const FIELDS = Object.keys(COUNTS) as AssetFieldName[]
const FIELDS_OF_SMART: AssetFieldName[] = ['HEADLINE', 'DESCRIPTION']

export function planAssets({ campaign_type, field_types, count }: AssetRequest): PlannedAsset[] {
  const wanted = field_types ?? (campaign_type === 'SMART' ? FIELDS_OF_SMART : FIELDS)
  return FIELDS.filter((field) => wanted.includes(field))
    .flatMap((field_type) => {
      const { usual, most } = COUNTS[field_type]
      const times = count === null ? usual : Math.min(count, most)
      return Array.from({ length: times }, (_, ordinal) => ({ field_type, ordinal }))
    })
    .map((asset, position) => ({ ...asset, position }))
}

export function isText(field: AssetFieldName): field is TextField {
  return field in LONGEST_TEXT
}
