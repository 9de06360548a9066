import { expect, test, vi } from 'vitest'
import { checkFor } from './fitting-value.ts'

test('a format that nobody knows is passed over, and nothing is written to the console', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  try {
    expect(checkFor({ type: 'string', format: 'anything\nthe sender likes' })('any text')).toBeNull()
    expect(warned).not.toHaveBeenCalled()
  } finally {
    warned.mockRestore()
  }
})
