import Type from 'typebox'
import { JobWithStatus } from './job'

export const SearchPage = Type.Object(
  {
    jobs: Type.Array(JobWithStatus, { description: 'The jobs of the page, newest first.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `cursor` for the next page; null on the last page.',
    }),
  },
  {
    $id: 'SearchPage',
    additionalProperties: false,
    description: 'A page of a search, and where the next one begins.',
  },
)
