import Type from 'typebox'
import { pathParts } from '../answers/addresses'
import { entrySplitter, parseAnswer, title } from '../answers/entries'
import { fingerprint, primaryFirst } from '../answers/fingerprint'
import { unescapedOnce } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt, valuesOf, webAddress } from '../answers/members'
import { placeInCountry } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { boardsOfRobots } from '../strategies/boards-of-robots'
import { detail } from '../strategies/detail'
import type { Board, BoardAddress, Fetch, ListAnswer, PublishedPlace, System } from '../system'
import { CONTENT, readWorkdayRows } from './workday-rows'

const SITE_HOST = /^(?:([\w-]+)\.)?(?:wd\d+)\.(?:myworkdayjobs(?:-impl)?|myworkdaysite)\.com$/
/** What people copy before the site: `/en-US/External/job/...`. A word of two letters alone is a site. */
const LANGUAGE = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/
const REGION_LANGUAGE = /^[a-z]{2}-[A-Z]{2}$/

/**
 * The slug is `TENANT/SITE`, or `TENANT` until robots.txt of its host names the sites. The host names a pod of the vendor
 * (`wd5`), which may change: it is the setting `host`.
 */
export const workday: System = {
  source: 'workday',
  name: 'Workday',
  aliases: ['myworkdayjobs'],
  example: 'https://acme.wd5.myworkdayjobs.com/en-US/External',
  slug: /^[a-z0-9_-]+(?:\/\w[\w.-]*)?$/,
  settings: ['host'],
  boardOf,
  boardOfListName(name) {
    const [, tenant, pod, site] = /^([\w-]+)\|(wd\d+)\|(\w[\w.-]*)$/i.exec(name) ?? []
    if (site === undefined) return undefined
    return boardOf(new URL(`https://${tenant}.${pod}.myworkdayjobs.com/${site}`))
  },
  isHost: (host) => SITE_HOST.test(host),
  requires: () => ['host'],
  knownHost: 'www.workday.com',
  postingId,
  limits: { minIntervalMs: 250, maxParallel: 4 },
  boardsOfHost({ slug, settings }, fetch) {
    return slug.includes('/') ? undefined : boardsOfRobots(settings?.host ?? '', boardOf, fetch)
  },
  list,
  stableId,
  ...detail({
    request: (board, { reference = '' }) => ({
      url: `${addressesOf(board).api}${reference}`,
      headers: { accept: 'application/json' },
    }),
    parse: parseAnswer,
    read(answer, { board, entry }) {
      const info = memberAt(answer, 'jobPostingInfo')
      const html = textAt(info, 'jobDescription')
      return {
        title: textAt(info, 'title'),
        url:
          webAddress(memberAt(info, 'externalUrl')) ??
          `${addressesOf(board).page}${entry.reference ?? ''}`,
        organization: textAt(answer, 'hiringOrganization', 'name'),
        date_posted: memberAt(info, 'startDate'),
        date_valid_through: memberAt(info, 'endDate'),
        places: placesOf(info),
        ...workplace(memberAt(info, 'remoteType')),
        employment_type: memberAt(info, 'timeType'),
        description_html: html && unescapedOnce(html),
        source_fields: sourceFields(answer, SOURCE_FIELDS),
      }
    },
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const host = SITE_HOST.exec(address.hostname)
  if (host === null) return undefined
  const parts = pathParts(address)
  const isApi = parts[0] === 'wday' && parts[1] === 'cxs'
  const [first = '', ...rest] = isApi ? parts.slice(2) : parts
  const isLanguage = LANGUAGE.test(first) && (rest.length > 0 || REGION_LANGUAGE.test(first))
  const path = !isApi && isLanguage ? rest : [first, ...rest]
  const isShared = host[1] === undefined
  const [tenant, site] = isApi
    ? path
    : isShared
      ? path[0] === 'recruiting'
        ? path.slice(1)
        : []
      : [host[1], path[0]]
  if (!tenant || !/^[\w-]+$/.test(tenant)) return undefined
  const settings = { host: address.hostname }
  if (!site && !isApi && !isShared) return { slug: tenant.toLowerCase(), settings }
  if (!site || !/^[\w.-]+$/.test(site)) return undefined
  return { slug: `${tenant.toLowerCase()}/${site}`, settings }
}

/** The path from `/job/` on, before the step of an application: `/job/Boise-ID/Cook_R-12`. */
function postingId(address: URL): string | undefined {
  const parts = pathParts(address)
  const start = parts.indexOf('job')
  const end = parts.indexOf('apply', start)
  if (start < 1 || start > 4) return undefined
  return `/${parts.slice(start, end === -1 ? undefined : end).join('/')}`
}

/** The addresses of a board: its interface, and its page for people. */
function addressesOf({ slug, settings }: Board): { api: string; page: string } {
  const [tenant = '', site = ''] = slug.split('/')
  const host = settings?.host ?? ''
  const found = SITE_HOST.exec(host)
  if (found === null) {
    throw new Error(
      `the host of ${slug} is not known; add the board by its address, or with settings host=${tenant}.wd5.myworkdayjobs.com`,
    )
  }
  const path = found[1] === undefined ? `recruiting/${tenant}/${site}` : site
  const origin = `https://${host}`
  return { api: `${origin}/wday/cxs/${tenant}/${site}`, page: `${origin}/${path}` }
}

/** 404 and 410 are boards that do not exist. 401, 422, 500 and 303 are also answers of boards under maintenance. */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const { api } = addressesOf(board)
  const { missing, ...list } = await readWorkdayRows(`${api}/jobs`, fetch)
  if (missing === undefined) return toListAnswer(list)
  return { kind: 'missing', reason: `${api}/jobs answered ${missing}` }
}

function toListAnswer({
  rows,
  incompleteReason,
}: {
  rows: unknown[]
  incompleteReason: string | undefined
}): ListAnswer {
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: entries.map((entry) => ({
      external_id: entry.externalPath,
      fingerprint: fingerprint(valuesOf(entry, CONTENT)),
      reference: entry.externalPath,
    })),
    unreadable,
    incompleteReason,
  }
}

const split = entrySplitter(
  Type.Object({ externalPath: Type.String({ pattern: '^/job/' }), title }),
  'externalPath',
  'title',
)

/** A path ends in `TITLE_REQUISITION`, and its other parts change with the title and the place. */
function stableId(path: string): string {
  return /_([^_/]+)$/.exec(path)?.[1] ?? path
}

/** The country belongs to the first place; the additional ones may be in others. */
function placesOf(info: unknown): PublishedPlace[] {
  const location = textAt(info, 'location') ?? textAt(info, 'jobRequisitionLocation', 'descriptor')
  const country =
    textAt(info, 'jobRequisitionLocation', 'country', 'alpha2Code') ??
    textAt(info, 'country', 'alpha2Code') ??
    textAt(info, 'country', 'descriptor')
  const others = listAt(info, 'additionalLocations').map((place) =>
    placeOf(typeof place === 'string' ? place : textAt(place, 'descriptor'), undefined),
  )
  return primaryFirst(placeOf(location, country), others)
}

/** `3 Locations` is a number of places, not one. */
const COUNT = /^\d+ Locations?$/i

/** `US, TX, Remote` is a set of postings without an office, and does not say that they are remote. */
const NO_ARRANGEMENT = /\b(?:remote|virtual|work from home|home[ -](?:based|office)|telework)\b/gi

/** From the first to the last character that is no separator. */
const WITHIN_EDGES = /[^\s,|/–-](?:.*[^\s,|/–-])?/s

function placeOf(
  text: string | undefined,
  country: string | undefined,
): PublishedPlace | undefined {
  const place = COUNT.test(text ?? '')
    ? ''
    : (WITHIN_EDGES.exec((text ?? '').replace(NO_ARRANGEMENT, ''))?.[0] ?? '')
  return placeInCountry(place === '' ? undefined : place, country)
}

const SOURCE_FIELDS = fieldPaths({
  id: 'jobPostingInfo.id',
  jobReqId: 'jobPostingInfo.jobReqId',
  jobPostingId: 'jobPostingInfo.jobPostingId',
  jobPostingSiteId: 'jobPostingInfo.jobPostingSiteId',
  timeType: 'jobPostingInfo.timeType',
  remoteType: 'jobPostingInfo.remoteType',
  location: 'jobPostingInfo.location',
  additionalLocations: 'jobPostingInfo.additionalLocations',
  country: 'jobPostingInfo.country.descriptor',
  hiringOrganization: 'hiringOrganization.name',
})
