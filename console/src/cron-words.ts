/** The five fields of a cron, in words where they have some. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function describeCron(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/)
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
  if (weekday === '*' && /^\d+$/.test(day)) return `On day ${day} of every month ${at}`
  return asWritten
}

const all = (words: readonly string[]) => new Intl.ListFormat('en').format(words)
