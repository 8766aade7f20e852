import { Elysia } from 'elysia'
import { reply } from '../http/reply'
import { commonFilters } from '../parameters/common-filters'
import { text } from '../parameters/parameter-types'
import { parameters } from '../plugins/operation'
import type { Services } from './services'

const HIDDEN = { detail: { hide: true } }

const beginning = text({ description: 'The beginning of the name of a city.' })
const { country } = commonFilters

/**
 * The cities that the page `/explore` proposes while one is typed; not a part of the interface. At most ten, those with the
 * most active jobs; none before the vocabulary is counted.
 */
export const exploreCities = ({ vocabulary }: Pick<Services, 'vocabulary'>) =>
  new Elysia(HIDDEN)
    .use(parameters({ beginning, country }))
    .get('/explore/cities', ({ context, parameters }) => {
      const cities = vocabulary()?.citiesThatBegin(parameters.beginning ?? '', parameters.country)
      return reply(context, { body: JSON.stringify({ cities: cities ?? [] }) })
    })
