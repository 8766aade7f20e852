import { Elysia } from 'elysia'
import { NotFound } from '../../values/errors'
import { problemResponse } from '../http/problem-response'
import { contextOf } from '../http/request-context'

/** Answers every error with a problem object (RFC 9457); `publicUrl` is the address of the service, without a '/' at its end. */
export const problemDetails = (publicUrl: string) =>
  new Elysia({ name: 'problem-details' }).onError(
    { as: 'global' },
    async ({ request, error, code, set }) => {
      const shown = code === 'NOT_FOUND' ? new NotFound('there is no such path') : error
      const response = await problemResponse(contextOf(request), shown, publicUrl)
      // Elysia copies a response into a new one unless `set` has its defaults.
      set.status = 200
      return response
    },
  )
