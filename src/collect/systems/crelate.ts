import Type from 'typebox'
import { pathParts } from '../answers/addresses'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { memberAt, pick, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { detail } from '../strategies/detail'
import { jsonList } from '../strategies/whole-list'
import type { BoardAddress, System } from '../system'

const PORTALS = 'jobs.crelate.com'
const SERVICE = 'app.crelate.com'
const SLUG = /^[A-Za-z0-9][\w.-]*$/

/** Boards of agencies: the employer of a posting is the agency's client. */
export const crelate: System = {
  source: 'crelate',
  name: 'Crelate',
  example: `https://${PORTALS}/portal/acme`,
  slug: SLUG,
  boardOf,
  isHost: (host) => host === PORTALS || host === SERVICE,
  postingId: postingIdAt('/portal/:board/job/:id'),
  // Faster clients are shut out by the vendor's network.
  limits: { minIntervalMs: 1500, maxParallel: 1 },
  async list(board, fetch) {
    const name = encodeURIComponent(btoa(board.slug))
    const url = `https://${PORTALS}/api/candidateportal/getclientvars?onv=${name}`
    const { status, text } = await fetch({ url, accept: [404, 410] })
    if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
    const portal = withinLimit(() => parseAnswer(text))
    const id = textAt(portal, 'ORG_ID')
    if (id === undefined) throw new UnexpectedAnswer('answered without ORG_ID')
    const list = await jobsOf(id).list(board, fetch)
    return list.kind === 'missing' ? list : { ...list, organization: textAt(portal, 'ORG_NAME') }
  },
  ...detail({
    request: (_board, { external_id }) => ({ url: serviceOf('GetJob', { JobCode: external_id }) }),
    parse(text) {
      const answer = parseAnswer(text)
      requireSuccess(answer)
      const job = memberAt(answer, 'Job')
      if (job === undefined) throw new UnexpectedAnswer('answered without Job')
      return job
    },
    read(job, { board, entry, url }) {
      if (job === null) return undefined
      const code = textAt(job, 'JobCode') ?? entry.external_id
      if (code !== entry.external_id)
        throw new Error(`${url} has the posting ${code.slice(0, 100)}`)
      return {
        title: textAt(job, 'Title'),
        url: `https://${PORTALS}/portal/${board.slug}/job/${entry.external_id}`,
        organization: textAt(job, 'CompanyName'),
        date_posted: memberAt(job, 'LastPostedOnDate'),
        places: [placeOf(job)],
        // Amounts have no unit.
        description_html: textAt(job, 'Description'),
        source_fields: sourceFields(
          job,
          fieldPaths('JobNum', { tags: 'Tags[*].Name', postalCode: 'PostalCode' }),
        ),
      }
    },
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const isVendor = address.hostname === PORTALS || address.hostname === SERVICE
  const [folder, slug = ''] = pathParts(address)
  return isVendor && folder === 'portal' && SLUG.test(slug) ? { slug } : undefined
}

function serviceOf(method: string, envelope: object): string {
  const query = encodeURIComponent(JSON.stringify(envelope))
  return `https://${SERVICE}/api/candidateportal/${method}?requestEnvelope=${query}`
}

function jobsOf(id: string): Pick<System, 'list'> {
  const all = { OrganizationId: id, Locations: null, SearchText: null, Tags: null }
  return jsonList({
    request: () => ({ url: serviceOf('GetAllJobs', all) }),
    rows: 'Jobs',
    read(rows, _board, answer) {
      requireSuccess(answer)
      return readRows(rows)
    },
  })
}

function requireSuccess(answer: unknown): void {
  if (memberAt(answer, 'IsError') !== true) return
  const message = textAt(answer, 'ErrorMessage') ?? 'no message'
  throw new UnexpectedAnswer(`answered with an error: ${message.slice(0, 200)}`)
}

/** A posting that is posted again has another date. */
const readRows = rowReader(
  Type.Object({ JobCode: Type.String({ pattern: '^[\\w-]{1,100}$' }), Title: title }),
  { id: 'JobCode', title: 'Title' },
  (row) => ({
    content: pick(row, ['Title', 'Description', 'City', 'State', 'Country', 'CompanyName']),
  }),
)

function placeOf(job: unknown) {
  const [city, region, country] = ['City', 'State', 'Country'].map((name) => textAt(job, name))
  return publishedPlace({ city, region, country })
}
