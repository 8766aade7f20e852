import Type from 'typebox'
import { entryReader, title } from '../answers/entries'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplaceInText } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { BoardAddress, System } from '../system'

const HOST = 'recruitingbypaycor.com'
const CAREER = `https://${HOST}/career`
const ID = /^[0-9a-f]{32}$/

/** The earlier name is Newton: `newton.newtonsoftware.com` redirects to the same paths. */
export const paycor: System = {
  source: 'paycor',
  name: 'Paycor',
  aliases: ['newton', 'paycorrecruiting'],
  example: `${CAREER}/CareerHome.action?clientId=0a1b2c3d4e5f60718293a4b5c6d7e8f9`,
  slug: ID,
  boardOf,
  isHost: (host) => host === HOST,
  postingId: postingIdAt('/career/JobIntroduction.action?id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...wholeList({
    request: ({ slug }) => ({ url: `${CAREER}/CareerAtomFeed.action?clientId=${slug}` }),
    parse(atom) {
      const [feed] = readXml(atom, 'feed', { html: ['summary'] })
      if (feed !== undefined && /<feed\b[^>]{0,500}newton/.test(atom)) return { atom, feed }
      throw new UnexpectedAnswer('answered with something else than a feed of jobs')
    },
    isEmptyWhenUnknown: true,
    read({ atom, feed }, board) {
      return {
        ...readJobs([memberAt(feed, 'entry') ?? []].flat(), board),
        incompleteReason: incompleteEnd(atom, 'feed'),
        organization: textAt(feed, 'generator'),
      }
    },
  }),
}

/** A board that asks for a key is for employees alone. */
function boardOf({ hostname, pathname, searchParams }: URL): BoardAddress | undefined {
  const isVendor =
    /^(?:(?:www\.)?recruitingbypaycor|recruiting\.paycor|[a-z0-9-]{1,63}\.newtonsoftware)\.com$/
  const isPublic = /^\/career\/(?!internal)[a-z]{1,40}\.action$/i.test(pathname)
  const slug = searchParams.get('clientId')?.toLowerCase() ?? ''
  return isVendor.test(hostname) && isPublic && ID.test(slug) ? { slug } : undefined
}

const readJobs = entryReader(
  Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }), title }),
  'id',
  (entry, { slug, country }) => {
    const [city, region, land] = ['location', 'state', 'country'].map((name) => field(entry, name))
    const workplace = workplaceInText(city)
    const isPlace = workplace.work_arrangement === null
    const places = [publishedPlace({ city: isPlace ? city : undefined, region, country: land })]
    return {
      title: entry.title,
      // The link of the entry may be a page of the employer's own.
      url: `${CAREER}/JobIntroduction.action?clientId=${slug}&id=${entry.id}&lang=en`,
      date_posted: memberAt(entry, 'published'),
      places,
      ...workplace,
      salary: salaryInText(field(entry, 'salary'), commonCountry(places) ?? country),
      description_html: textAt(entry, 'summary'),
      source_fields: sourceFields(entry, SOURCE_FIELDS),
    }
  },
)

function field(entry: unknown, name: string): string | undefined {
  return textAt(entry, `newton:${name}`)
}

const SOURCE_FIELDS = fieldPaths({
  requisition_id: 'newton:jobId',
  department: 'newton:department',
  openings: 'newton:openings',
  salary: 'newton:salary',
  location: 'newton:location',
  postalCode: 'newton:postal_code',
})
