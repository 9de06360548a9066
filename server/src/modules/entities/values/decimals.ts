/** Whether a number is a whole multiple of another as people write them: 0.3 is one of 0.1, though no binary fraction is. */
export function isMultiple(value: number, of: number): boolean {
  const [one, other] = [decimalOf(value), decimalOf(of)]
  const scale = Math.min(one.exponent, other.exponent)
  const scaled = ({ digits, exponent }: Decimal) => digits * 10n ** BigInt(exponent - scale)
  return scaled(one) % scaled(other) === 0n
}

interface Decimal {
  digits: bigint
  exponent: number
}

/** Its shortest spelling, such as 1.5e-7, as digits and a power of ten. */
function decimalOf(value: number): Decimal {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
