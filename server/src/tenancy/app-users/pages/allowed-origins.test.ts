/** Which addresses are an app's own: nothing that signs people in may reach another. */
import { describe, expect, test } from 'vitest'
import { allowedAddress, isAllowedAddress, isExactOrigin, isLocal } from './allowed-origins.ts'

const app = {
  published_url: 'https://shop.example.com',
  allowed_origins: ['https://preview.example.com:8443', 'http://localhost:5173', 'http://127.0.0.1:4000'],
  allow_localhost: true,
}

describe('an address', () => {
  test.each([
    'https://shop.example.com',
    'https://shop.example.com/anything?a=b#c',
    'https://SHOP.example.com:443/',
    'https://preview.example.com:8443/x',
    'http://localhost:5173/',
    'http://127.0.0.1:4000/cart',
  ])('%s is the app’s', (address) => {
    expect(isAllowedAddress(app, address)).toBe(true)
  })

  test.each([
    '',
    '/cart',
    '//evil.test',
    '\\\\evil.test',
    'https:\\\\evil.test',
    'https://evil.test',
    'https://evil.test/https://shop.example.com',
    'https://evil.test#https://shop.example.com',
    'https://evil.test?https://shop.example.com',
    'https://evil.test\\@shop.example.com',
    'https://shop.example.com@evil.test',
    'https://shop.example.com:443@evil.test',
    'https://me@shop.example.com',
    'https://me:secret@shop.example.com',
    'https://shop.example.com.evil.test',
    'https://www.shop.example.com',
    'https://shop.example.com.',
    'https://shop.example.com:8443',
    'http://shop.example.com',
    'https://shор.example.com', // two letters are Cyrillic
    'https://preview.example.com',
    'http://preview.example.com:8443',
    'http://localhost',
    'http://localhost:5174',
    'http://[::1]:5173',
    'http://127.0.0.1:5173',
    'http://2130706433:5173',
    'javascript:alert(1)',
    'javascript://shop.example.com/%0aalert(1)',
    'data:text/html,x',
    'blob:https://shop.example.com/1',
    'view-source:https://shop.example.com',
    'ftp://shop.example.com',
    'null',
  ])('%s is not', (address) => {
    expect(isAllowedAddress(app, address)).toBe(false)
  })

  test('is used as browsers read it, not as it was written', () => {
    expect(allowedAddress(app, 'https://shop.example.com\\@evil.test')).toBe(
      'https://shop.example.com/@evil.test',
    )
    expect(allowedAddress(app, ' https:/\tshop.example.com/a b ')).toBe('https://shop.example.com/a%20b')
  })

  test.each([
    ['https://sites.test/app_1', true],
    ['https://sites.test/app_1/', true],
    ['https://sites.test/app_1/cart', true],
    ['https://sites.test/app_1?a', true],
    ['https://sites.test/app_12', false],
    ['https://sites.test/app_2/', false],
    ['https://sites.test/', false],
    ['https://sites.test/app_1/../app_2/', false],
    ['https://sites.test/app_1/%2e%2e/app_2/', false],
    ['https://sites.test/app_1\\..\\app_2/', false],
  ])('%s of an origin that apps share: %s', (address, isAllowed) => {
    for (const published_url of ['https://sites.test/app_1', 'https://sites.test/app_1/'])
      expect(isAllowedAddress({ ...app, published_url }, address)).toBe(isAllowed)
  })

  test('of localhost counts only while the owner says so', () => {
    expect(isAllowedAddress({ ...app, allow_localhost: false }, 'http://localhost:5173')).toBe(false)
    expect(isAllowedAddress({ ...app, allow_localhost: false }, 'http://127.0.0.1:4000')).toBe(false)
  })

  test('of an app that names none is never its own', () => {
    const nowhere = { published_url: null, allowed_origins: [], allow_localhost: true }
    for (const address of ['https://shop.example.com', 'http://localhost', 'null'])
      expect(isAllowedAddress(nowhere, address)).toBe(false)
  })
})

test('an origin is exact, as browsers send it', () => {
  for (const origin of ['https://a.test', 'https://a.test:8443', 'http://localhost:5173'])
    expect(isExactOrigin(origin), origin).toBe(true)
  for (const origin of [
    'https://a.test/',
    'https://a.test:443',
    'https://A.test',
    'https://a.test:99999',
    'a.test',
  ])
    expect(isExactOrigin(origin), origin).toBe(false)
})

test('what stands for this machine is local', () => {
  for (const origin of ['http://localhost', 'https://localhost:1', 'https://a.localhost', 'http://127.0.0.1'])
    expect(isLocal(origin), origin).toBe(true)
  for (const origin of ['https://localhost.test', 'https://a.test', 'nonsense'])
    expect(isLocal(origin), origin).toBe(false)
})
