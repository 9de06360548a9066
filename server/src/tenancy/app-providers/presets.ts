/** What is known of providers by their name. */
export const PRESETS = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  github: { name: 'GitHub', issuer: 'https://github.com' },
  openid: { name: null, issuer: null },
} as const

export function presetOf(provider: string): keyof typeof PRESETS {
  return provider === 'google' || provider === 'github' ? provider : 'openid'
}
