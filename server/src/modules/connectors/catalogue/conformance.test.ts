/** Every connector of the catalogue is held to the same. */
import { ConnectorDefinition, ConnectorField } from '@atrium/contract/connector-definition'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { judgeRuns, MAX_RUNS } from '../../../platform/patterns/judge-runs.ts'
import { readWholePattern } from '../../../platform/patterns/whole-pattern.ts'
import { fillTemplate, withDerived } from '../../../platform/text/fill-template.ts'
import { checkDefinition } from '../definitions/check-definition.ts'
import { CAPTURED, COUNTER_EXAMPLES, HOSTS, NEVER } from './examples.ts'
import { catalogue } from './index.ts'

const all = [...catalogue.values()]

test('there are at least 60, each of its own type, name and icon', () => {
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map(({ display_name }) => display_name)).size).toBe(all.length)
  expect(new Set(all.map(({ icon }) => icon.letters + icon.color)).size).toBe(all.length)
  expect(Object.keys(HOSTS).toSorted()).toEqual(all.map((one) => one.integration_type).toSorted())
})

describe.each(all.map((definition) => [definition.integration_type, definition] as const))(
  '%s',
  (type, definition) => {
    const { fields, auth, scopes } = definition

    test('fits the schema and breaks no rule', () => {
      expect([...Value.Errors(ConnectorDefinition, definition)]).toEqual([])
      expect(checkDefinition(definition)).toEqual([])
    })

    test('its fields are presented with what the specification names, and with nothing else', () => {
      for (const field of fields) {
        const presented = Object.keys(ConnectorField.properties).map((name) => [
          name,
          Object.hasOwn(field, name),
        ])
        expect(presented).toEqual(Object.keys(ConnectorField.properties).map((name) => [name, true]))
      }
    })

    test('patterns fit in browsers too, take linear time, and refuse what would lead elsewhere', () => {
      for (const field of fields) {
        const pattern = readWholePattern(field.validation_pattern)
        if (typeof pattern === 'string') throw new Error(pattern)
        expect(judgeRuns(pattern.pattern)).toBeLessThanOrEqual(MAX_RUNS)
        const inBrowsers = new RegExp(`^(?:${field.validation_pattern})$`, 'v')
        expect(inBrowsers.test(field.placeholder)).toBe(true)
        const refused = [...NEVER, ...(COUNTER_EXAMPLES[`${type}.${field.name}`] ?? [])]
        expect(refused.filter((value) => pattern.test(value) || inBrowsers.test(value))).toEqual([])
      }
    })

    test('its addresses lead to the hosts of the service', () => {
      const given = Object.fromEntries(
        fields.filter(({ is_secret }) => !is_secret).map(({ name, placeholder }) => [name, placeholder]),
      )
      const hosts = [{}, given].flatMap((some) => {
        const values = withDerived(definition, { ...requiredOf(some), ...CAPTURED[type] })
        return addresses().map((template) => new URL(fillTemplate(template, values)))
      })
      expect(
        hosts.every(({ protocol, port, username }) => protocol === 'https:' && port + username === ''),
      ).toBe(true)
      expect([...new Set(hosts.map(({ hostname }) => hostname))].toSorted()).toEqual(HOSTS[type])
    })

    test('people are asked for little unless they choose more', () => {
      if (scopes.length > 0) expect(scopes.some(({ is_default }) => is_default)).toBe(true)
      expect(definition.verified_on).toMatch(/^2026-/)
    })

    function requiredOf(given: Record<string, string>): Record<string, string> {
      const required = fields.filter((field) => field.required && !field.is_secret)
      return { ...Object.fromEntries(required.map(({ name, placeholder }) => [name, placeholder])), ...given }
    }

    function addresses(): string[] {
      const ofAuth =
        auth.mode === 'oauth2'
          ? [auth.authorization_url, auth.token_url, auth.refresh_url, auth.revocation_url, auth.lookup?.url]
          : auth.mode === 'client_credentials'
            ? [auth.token_url]
            : []
      return [...ofAuth, definition.api.base_url, definition.test.base_url].filter((one) => one !== undefined)
    }
  },
)
