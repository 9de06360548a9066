import { invalid } from '../../platform/errors.ts'

/** The address by which the provider calls itself; a slash at its end, or none, is a part of it. */
export function requireIssuer(text: string): string {
  const url = URL.parse(text)
  const isPlain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || /\s/.test(text)) {
    throw invalid(
      ['body', 'issuer'],
      'value_error',
      'Use the address of the provider, such as https://id.example.com',
    )
  }
  return text
}
