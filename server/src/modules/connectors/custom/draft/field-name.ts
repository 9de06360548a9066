/** The words as templates take them, other than all names that are taken. */
export function fieldName(words: string, taken: readonly string[]): string {
  const small = words
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
  const name = small.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[_0-9]+|_+$/g, '')
  const short = name.slice(0, 36).replace(/_$/, '') || 'value'
  const used = new Set([...taken, 'access_token'])
  if (!used.has(short)) return short
  for (let number = 2; ; number++) if (!used.has(`${short}_${number}`)) return `${short}_${number}`
}
