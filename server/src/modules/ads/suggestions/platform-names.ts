/** The names of this platform and of those it advertises on: who searches for them searches for something else. */

/** Whether the text has one of the names in it, also `App Forge`, `app-forge` and `appforge.app` for `AppForge`. */
export function namesOneOf(text: string, names: readonly string[]): boolean {
  const words = fold(text).split(NOT_A_LETTER).filter(Boolean)
  const squeezed = words.join('')
  return names.some((name) => {
    const wanted = fold(name).replace(NOT_LETTERS, '')
    if (wanted.length < SHORTEST) return false
    // A short name stands in many a longer word.
    return wanted.length >= UNMISTAKABLE ? squeezed.includes(wanted) : hasRun(words, wanted)
  })
}

/** The product, what the operator adds, the domain that apps live under, and the ad platforms. */
export function platformNames(baseUrl: string, further: readonly string[]): string[] {
  return ['Atrium', ...AD_PLATFORMS, ...further, ...domainOf(baseUrl)]
}

const AD_PLATFORMS = ['Google', 'AdWords']
const SHORTEST = 3
const UNMISTAKABLE = 6
const NOT_A_LETTER = /[^\p{L}\p{M}\p{N}]+/u
const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu
const MARKS = /\p{Mn}/gu

function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase()
}

/** Whether words that follow each other make up the name. */
function hasRun(words: readonly string[], name: string): boolean {
  return words.some((_, from) => {
    let run = ''
    for (let at = from; run.length < name.length && at < words.length; at++) run += words[at]
    return run === name
  })
}

/** `forge` of https://apps.forge.co.uk; nothing of an address without a name. */
function domainOf(baseUrl: string): string[] {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return []
  const labels = host.split('.')
  const hasShortEnd = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 && labels.at(-1)?.length === 2
  const label = labels.at(hasShortEnd ? -3 : -2)
  return labels.length < 2 || label === undefined ? [] : [label]
}
