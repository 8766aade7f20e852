import { afterAll } from 'bun:test'
import type { TestApp } from '../support/test-app'
import { type Catalogue, serveCatalogue } from './catalogue-server'

/** A catalogue to mirror, for the tests of the file that calls it; stopped after them. */
export function useCatalogue(app: TestApp): Catalogue {
  const catalogue = serveCatalogue(app)
  afterAll(() => catalogue.stop())
  return catalogue
}
