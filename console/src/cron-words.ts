/** The fields of a cron, or its name, in words where they have some. */

/** Whole schedules by name, as the server takes them. */
export const NAMED_CRONS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@hourly': '0 * * * *',
  '@weekdays': '0 0 * * 1-5',
  '@weekends': '0 0 * * 0,6',
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const PLACES: Readonly<Record<string, string>> = {
  ...{ L: 'last', '#1': 'first', '#2': 'second', '#3': 'third', '#4': 'fourth', '#5': 'fifth' },
}

export function describeCron(cron: string): string {
  const written = Object.hasOwn(NAMED_CRONS, cron) ? (NAMED_CRONS[cron] ?? '') : cron
  const fields = written.trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields.map((field) =>
    field.replaceAll('?', '*'),
  )
  const asWritten = `At the times of “${cron}”`
  if (month !== '*') return asWritten
  const often = /^\*(?:\/(\d+))?$/.exec(minute)
  if (often && [hour, day, weekday].every((field) => field === '*'))
    return often[1] === undefined || often[1] === '1' ? 'Every minute' : `Every ${often[1]} minutes`
  if (!/^\d+$/.test(minute)) return asWritten
  const past = minute.padStart(2, '0')
  if (hour === '*' && day === '*' && weekday === '*') return `Every hour, at minute ${minute}`
  if (!/^\d+$/.test(hour)) return asWritten
  const at = `at ${hour.padStart(2, '0')}:${past}`
  if (day === '*' && weekday === '*') return `Every day ${at}`
  if (day === '*' && weekday === '1-5') return `Monday to Friday ${at}`
  if (day === '*' && /^[0-7](,[0-7])*$/.test(weekday))
    return `Every ${all(weekday.split(',').map((each) => DAYS[Number(each)] ?? ''))} ${at}`
  const [, which, nth] = /^([0-7])(L|#[1-5])$/.exec(weekday) ?? []
  if (day === '*' && which && nth) return `On the ${PLACES[nth]} ${DAYS[Number(which)]} of every month ${at}`
  if (weekday === '*' && day === 'L') return `On the last day of every month ${at}`
  if (weekday === '*' && /^\d+$/.test(day)) return `On day ${day} of every month ${at}`
  return asWritten
}

const all = (words: readonly string[]) => new Intl.ListFormat('en').format(words)
