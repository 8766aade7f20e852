import { expect, test } from 'bun:test'
import { printableAddress } from '../../src/values/address'
import { quoteValue } from '../../src/values/errors'

test.each([
  ['postgres://u:SECRET@host/jobs', 'postgres://u@host/jobs'],
  ['postgres://u:SE/CR@E#T@host:5432/jobs', 'postgres://u@host:5432/jobs'],
  ['postgresql://:SECRET@host/jobs', 'postgresql://@host/jobs'],
  ['postgres://u@host/jobs?password=SECRET&ssl=1', 'postgres://u@host/jobs?password=...&ssl=1'],
  ['postgres://u:SECRET@one,two:5433/jobs', 'postgres://u@one,two:5433/jobs'],
  ['postgres://u@host:5432/jobs', 'postgres://u@host:5432/jobs'],
  ['https://u:SECRET@jobs.example/v1', 'https://u@jobs.example/v1'],
  ['https://jobs.example:8080/a@b', 'https://jobs.example:8080/a@b'],
  ['/srv/jobs.sqlite', '/srv/jobs.sqlite'],
  ['', ''],
])('%s is printed as %s', (address, printed) => {
  expect(printableAddress(address)).toBe(printed)
  expect(quoteValue(address)).toBe(`'${printed}'`)
})
