/** Limits and quotas as people type them: a name and a number a line. */
export type Amounts = Readonly<Record<string, number>>

export function linesOf(amounts: Amounts): string {
  return Object.entries(amounts)
    .map(([name, count]) => `${name} = ${count}`)
    .join('\n')
}

/** Returns the change to send, null for each removed name; a string is the first line that is wrong. */
export function amountsIn(text: string, before: Amounts): Record<string, number | null> | string {
  const amounts: Record<string, number | null> = Object.fromEntries(
    Object.keys(before).map((name) => [name, null]),
  )
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name = '', count] = /^\s*([^\s=:]+)\s*[=:\s]\s*(\d+)\s*$/.exec(line) ?? []
    if (count === undefined) return line.trim()
    amounts[name] = Number(count)
  }
  return amounts
}
