import { Elysia } from 'elysia'

import { feeds } from './feeds/feeds'
import { mcp } from './mcp/mcp'
import { explorePage } from './pages/explore'
import { forRobots } from './pages/for-robots'
import { notFoundPage } from './pages/not-found'
import { problemPages } from './pages/problems'
import { searchSyntaxPage } from './pages/search-syntax'
import { swaggerPage } from './pages/swagger'
import { type AuthenticationOptions, authentication } from './plugins/authentication'
import { cors } from './plugins/cors'
import { openApi } from './plugins/open-api'
import { problemDetails } from './plugins/problem-details'
import { requestContext } from './plugins/request-context'
import { methodNotAllowed, unknownPaths } from './plugins/unknown-paths'
import { activeAts } from './routes/active-ats'
import { activeAtsCount } from './routes/active-ats-count'
import { atsOrganizations } from './routes/ats-organizations'
import { changes } from './routes/changes'
import { expiredAts } from './routes/expired-ats'
import { exploreCities } from './routes/explore-cities'
import { exploreData } from './routes/explore-data'
import { exploreFacets } from './routes/explore-facets'
import { exploreJobs } from './routes/explore-jobs'
import { exploreLife } from './routes/explore-life'
import { health } from './routes/health'
import { job } from './routes/job'
import { jobs } from './routes/jobs'
import { modifiedAts } from './routes/modified-ats'
import type { Services } from './routes/services'
import { stats } from './routes/stats'

export interface AppOptions extends Services {
  findCaller: AuthenticationOptions['findCaller']
  /** The number of the catalogue's generation; undefined while the database was never reached. */
  findGeneration: () => Promise<number | undefined>
  /** Resolves when the service is ready, with a list of what it cannot do. Called for each probe. */
  isReady: () => Promise<readonly string[]>
  /** The address of the service, without a '/' at its end. */
  publicUrl: string
  corsOrigins: readonly string[]
  /** Whether `/mcp` serves assistants. */
  servesMcp: boolean
}

/** The table of contents of the interface. Order of checks under `/v1`: 401, 429, 405, 400; unknown paths: 401, 429, 404. */
export const createApp = (options: AppOptions) => {
  const { findCaller, publicUrl, corsOrigins } = options
  const allow = corsOrigins.length > 0 ? 'GET, HEAD, OPTIONS' : 'GET, HEAD'
  return new Elysia({ strictPath: true, precompile: true })
    .use(requestContext(options.findGeneration))
    .use(notFoundPage())
    .use(problemDetails(publicUrl))
    .use(cors(corsOrigins))
    .use(openApi(publicUrl))
    .use(explorePage(options.servesMcp))
    .use(swaggerPage())
    .use(problemPages(publicUrl))
    .use(searchSyntaxPage())
    .use(forRobots(publicUrl, options.servesMcp))
    .use(health(options))
    .use(methodNotAllowed(allow))
    .use(unknownPaths('/*'))
    .use(authentication({ findCaller }))
    .use(activeAts(options))
    .use(activeAtsCount(options))
    .use(modifiedAts(options))
    .use(expiredAts(options))
    .use(atsOrganizations(options))
    .use(jobs(options))
    .use(job(options))
    .use(changes(options))
    .use(stats(options))
    .use(exploreData(options))
    .use(exploreCities(options))
    .use(exploreFacets(options))
    .use(exploreJobs(options))
    .use(exploreLife(options))
    .use(feeds(options, publicUrl))
    .use(options.servesMcp ? mcp(options) : new Elysia())
    .use(methodNotAllowed(allow))
    .use(unknownPaths('/v1', '/v1/*'))
}

/** The type for clients made with `treaty<App>` of `@elysiajs/eden`. */
export type App = ReturnType<typeof createApp>
