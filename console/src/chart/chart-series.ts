/** What a chart shows: points along its axis, and a value of each series at each of them. */
export interface ChartPoint {
  key: string
  /** In full, such as Nov 15, 2026. */
  label: string
  /** Below the axis, such as Nov 15. */
  short: string
  /** The value still grows: the line to it is drawn in dots. */
  isUnfinished?: true
}

export interface ChartSeries {
  id: string
  label: string
  /** One for each point. */
  values: readonly number[]
}
