import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import { place } from '../../support/posting-builder'
import { createSearchCatalogue, type SearchCatalogue } from '../../support/search-catalogue'
import { readSyntaxErrors, readSyntaxExamples, splitLocation } from '../../support/syntax-examples'

const examples = readSyntaxExamples()
const isLocation = (parameter: string) => parameter.startsWith('location')
const textsOf = (wantsLocation: boolean) =>
  examples
    .filter(({ parameter }) => isLocation(parameter) === wantsLocation)
    .flatMap(({ finds, misses }) => [...finds, ...misses])

/** A posting for each text of an example: with that title, or in those locations. */
const documents: Record<string, Partial<Posting>> = {
  ...Object.fromEntries(textsOf(false).map((title) => [title, { title, locations: [] }])),
  ...Object.fromEntries(
    textsOf(true).map((text) => [
      text,
      { title: '東京', locations: text.split('; ').map(toPlace) },
    ]),
  ),
}
for (const document of Object.values(documents)) document.countries = ['CA']

let catalogue: SearchCatalogue
beforeAll(async () => {
  catalogue = await createSearchCatalogue(documents)
})
afterAll(() => catalogue.stop())

describe('every example of SYNTAX.md finds what it says', () => {
  test.each(examples.map((example) => [example.parameter, example.query, example]))(
    '%s=%s',
    async (_parameter, _query, { parameter, query, finds, misses }) => {
      const found = await catalogue.find({ [parameter]: query })
      const texts = new Set([...finds, ...misses])
      expect(found.filter((text) => texts.has(text)).sort()).toEqual([...finds].sort())
    },
  )
})

describe('description reads a title as title does', () => {
  const titles = examples.filter(({ parameter }) => parameter.startsWith('title'))
  test.each(titles.map((example) => [example.parameter, example.query, example]))(
    '%s=%s',
    async (_parameter, _query, { parameter, query }) => {
      const found = await catalogue.find({ [parameter]: query })
      const description = parameter.replace('title', 'description')
      expect(await catalogue.find({ [description]: query })).toEqual(found)
    },
  )
})

describe('every error of SYNTAX.md is a 400 that says so', () => {
  test.each(readSyntaxErrors().map((example) => [example.parameter, example.query, example]))(
    '%s=%s',
    async (_parameter, _query, { parameter, query, message }) => {
      const search = new URLSearchParams({ [parameter]: query })
      const response = await catalogue.app.request(`/v1/active-ats?${search}`)
      expect(response.status).toBe(400)
      const { detail, errors } = (await response.json()) as { detail: string; errors: unknown }
      expect(detail).toBe(`${parameter}: ${message}`)
      const position = Number(/ at position (\d+)/.exec(message)?.[1])
      expect(errors).toEqual([{ parameter, detail: message, position }])
    },
  )
})

function toPlace(text: string) {
  const { city = null, region = null, country = '' } = splitLocation(text)
  return place(city, region, country)
}
