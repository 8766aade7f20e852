import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import { type Reply, reply, reusable } from '../http/reply'
import { type ApiDocument, documentation, documentText } from '../open-api/document'
import { context } from './request-context'

/**
 * Serves the OpenAPI document of all routes of the app at `/swagger/json`. The page of the plugin would load scripts from
 * a CDN; mount another page at `/swagger` after this plugin.
 */
export const openApi = (publicUrl: string) => {
  let document: Reply | undefined
  return new Elysia({ name: 'open-api' })
    .use(context)
    .onBeforeHandle(async ({ context }) => {
      return document && (await reply(context, document))
    })
    .onAfterHandle(async ({ context, responseValue }) => {
      if (responseValue instanceof Response) return responseValue
      const text = documentText(responseValue as ApiDocument, publicUrl)
      document = reusable(Buffer.from(text))
      return await reply(context, document)
    })
    .use(swagger({ documentation: documentation(publicUrl) }))
}
