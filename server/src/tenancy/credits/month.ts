/** Credits are counted by calendar months in UTC; one is named by its first day: `2026-11-01`. */
export function monthOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`
}

/** The month so many months after (or before) the one of this moment. */
export function monthFrom(moment: Date, months: number): string {
  return monthOf(new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months)))
}
