import Type from 'typebox'
import { pathParts } from '../answers/addresses'
import { entryReader, listIn, parseAnswer, texts, title } from '../answers/entries'
import { listAt, memberAt, textAt, webAddress } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import type { Page } from '../answers/read-pages'
import { anything, flags, identifier } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { REMOTE } from '../answers/workplace'
import { pagedList } from '../strategies/paged-list'
import type { Board, BoardAddress, Fetch, System } from '../system'

const BOARDS = 'jobs.apploi.com'
const PROFILES = 'api.apploi.com'
const SEARCH = 'ats-integrations.apploi.com'
const SLUG = /^[a-z0-9][a-z0-9._-]*$/

/** The profile of an employer names its teams, and the search has their postings. */
export const apploi: System = {
  source: 'apploi',
  name: 'Apploi',
  example: `https://${BOARDS}/profile/acme`,
  slug: SLUG,
  boardOf,
  isHost: (host) => host === PROFILES || host === SEARCH,
  postingId: postingIdAt('/view/:id'),
  limits: { minIntervalMs: 1000, maxParallel: 2 },
  async list(board, fetch) {
    const profile = await profileOf(board, fetch)
    if (profile.kind === 'missing') return profile
    const list = await jobsOf(profile.teams).list(board, fetch)
    return list.kind === 'missing' ? list : { ...list, organization: profile.organization }
  },
}

function boardOf(address: URL): BoardAddress | undefined {
  const parts = pathParts(address)
  const isService = address.hostname === PROFILES && parts.shift() === 'v1'
  const folder = isService ? 'company_profiles' : 'profile'
  const slug = parts[1]?.toLowerCase() ?? ''
  const isVendor = isService || address.hostname === BOARDS
  return isVendor && parts[0] === folder && SLUG.test(slug) ? { slug } : undefined
}

type Profile =
  | { kind: 'found'; teams: readonly string[]; organization: string | undefined }
  | { kind: 'missing'; reason: string }

async function profileOf({ slug }: Board, fetch: Fetch): Promise<Profile> {
  const url = `https://${PROFILES}/v1/company_profiles/${slug}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
  const profile = memberAt(
    withinLimit(() => parseAnswer(text)),
    'data',
  )
  const shown = textAt(profile, 'teams_to_show') ?? textAt(profile, 'team_id') ?? ''
  const teams = shown.split(',', MAX_TEAMS + 1).map((team) => team.trim())
  if (teams.length > MAX_TEAMS || !teams.every((team) => /^\d{1,12}$/.test(team))) {
    throw new UnexpectedAnswer('answered with a profile without teams')
  }
  return { kind: 'found', teams, organization: textAt(profile, 'name') }
}

const MAX_TEAMS = 500

function jobsOf(teams: readonly string[]): Pick<System, 'list'> {
  const teamList = encodeURIComponent(teams.join(','))
  return pagedList<unknown, number>({
    start: 1,
    request: (_board, page) => ({
      url: `https://${SEARCH}/search/jobs/?teams=${teamList}&page=${page}&source=company_profile_page`,
    }),
    isKnown: true,
    isEmptyWhenUnknown: true,
    page: (text, at) => readPage(text, at, new Set(teams)),
    id: 'id',
    read: (rows, board) => readJobs(rows, board),
  })
}

/** A page without rows ends the list, which has no total. */
function readPage(text: string, at: number, teams: ReadonlySet<string>): Page<unknown, number> {
  const answer = parseAnswer(text)
  const rows = listIn(answer, 'data')
  const errors = [listAt(answer, 'errors'), listAt(answer, 'elasticsearch_errors')].flat()
  if (errors.length > 0) throw new UnexpectedAnswer('answered with errors of its search')
  // The vendor has once answered for no employer with the postings of all.
  const other = rows.find((row) => !teams.has(textAt(row, 'team_id') ?? ''))
  if (other !== undefined) {
    const team = textAt(other, 'team_id')?.slice(0, 100)
    throw new UnexpectedAnswer(
      `answered with a posting of the team ${team}, which was not asked for`,
    )
  }
  return { rows, next: rows.length === 0 ? undefined : at + 1 }
}

const readJobs = entryReader(
  Type.Object({
    id: identifier,
    name: title,
    ...texts('city', 'state', 'country', 'brand_name', 'description', 'published_date'),
    job_type: anything,
    redirect_apply_url: anything,
    ...flags('published', 'archived', 'private'),
  }),
  'id',
  (job) => {
    if (job.published === false || job.archived || job.private) return undefined
    const types = [job.job_type].flat().map((type) => textAt(type) ?? '')
    const isRemote = types.some((type) => /^remote$/i.test(type))
    return {
      title: job.name,
      url: webAddress(job.redirect_apply_url) ?? `https://${BOARDS}/view/${job.id}`,
      organization: textAt(job.brand_name),
      date_posted: job.published_date,
      places: [publishedPlace({ city: job.city, region: job.state, country: job.country })],
      ...(isRemote && REMOTE),
      employment_type: types.filter((type) => !/^remote$/i.test(type)).join(', '),
      description_html: textAt(job.description),
      source_fields: sourceFields(job, fieldPaths('job_type', 'industry', 'team_id')),
    }
  },
)
