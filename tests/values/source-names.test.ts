import { expect, test } from 'bun:test'
import { SYSTEMS } from '../../src/collect/systems/index'
import { SOURCE_NAMES, sourceName } from '../../src/values/source-names'

test('src/values/source-names.ts has the name of every system that is collected', () => {
  const names = SYSTEMS.map(({ source, name }) => [source, name])
  expect(SOURCE_NAMES).toEqual({
    ...Object.fromEntries(names),
    careerpage: "Employer's own site",
  })
})

test.each([
  ['icims', 'iCIMS'],
  ['acme-feed', 'acme-feed'],
  ['constructor', 'constructor'],
])('%s is called %s', (source, name) => {
  expect(sourceName(source)).toBe(name)
})
