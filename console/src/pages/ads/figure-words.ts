/** The four figures of advertising, and how each is reported. */
import { formatMoney, formatMoneyShort } from '../../money.ts'

export const FIGURES = ['cost_micros', 'clicks', 'impressions', 'conversions'] as const
export type Figure = (typeof FIGURES)[number]

export const FIGURE_LABELS: Record<Figure, string> = {
  cost_micros: 'Spend',
  clicks: 'Clicks',
  impressions: 'Impressions',
  conversions: 'Conversions',
}

export const figureOf = (text: string) => FIGURES.find((known) => known === text)

export function formatFigure(figure: Figure, value: number, currency: string): string {
  return figure === 'cost_micros' ? formatMoney(value, currency) : COUNT.format(value)
}

export function formatFigureShort(figure: Figure, value: number, currency: string): string {
  return figure === 'cost_micros' ? formatMoneyShort(value, currency) : SHORT.format(value)
}

/** Clicks and impressions come in pieces, money and conversions in parts of them. */
export const smallestStepOf = (figure: Figure) => (figure === 'clicks' || figure === 'impressions' ? 1 : 0)

/** `+25 %`, `−8.9 %`; what was nothing before has no percentage. */
export function formatChange(change: number | null): string | null {
  if (change === null) return null
  return change === 0 ? 'No change' : CHANGE.format(change).replace('-', '−')
}

export const formatShare = (share: number) => SHARE.format(share)

const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })
const CHANGE = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
