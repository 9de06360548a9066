/** The base score of a CVSS vector of version 3, as its specification computes it; null for any other text. */
export function cvssScore(vector: string): number | null {
  if (!/^CVSS:3\.[01]\//.test(vector)) return null
  const metrics = new Map(vector.split('/').map((part) => part.split(':', 2) as [string, string]))
  const isChanged = metrics.get('S') === 'C'
  const value = (name: string, weights: Readonly<Record<string, number>>) =>
    weights[metrics.get(name) ?? ''] ?? Number.NaN
  const impact = 1 - (1 - value('C', IMPACT)) * (1 - value('I', IMPACT)) * (1 - value('A', IMPACT))
  const weighted = isChanged ? 7.52 * (impact - 0.029) - 3.25 * (impact - 0.02) ** 15 : 6.42 * impact
  const ease =
    8.22 *
    value('AV', ATTACK_VECTOR) *
    value('AC', COMPLEXITY) *
    value('PR', isChanged ? PRIVILEGES_CHANGED : PRIVILEGES) *
    value('UI', INTERACTION)
  if (Number.isNaN(weighted + ease) || !(isChanged || metrics.get('S') === 'U')) return null
  if (weighted <= 0) return 0
  return roundUp(Math.min((isChanged ? 1.08 : 1) * (weighted + ease), 10))
}

const IMPACT = { H: 0.56, L: 0.22, N: 0 }
const ATTACK_VECTOR = { N: 0.85, A: 0.62, L: 0.55, P: 0.2 }
const COMPLEXITY = { L: 0.77, H: 0.44 }
const PRIVILEGES = { N: 0.85, L: 0.62, H: 0.27 }
const PRIVILEGES_CHANGED = { N: 0.85, L: 0.68, H: 0.5 }
const INTERACTION = { N: 0.85, R: 0.62 }

/** To one place, upwards; in whole numbers, since 8.6 may come as 8.600000000000001. */
function roundUp(score: number): number {
  const whole = Math.round(score * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}
