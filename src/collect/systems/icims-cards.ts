import { publishedInstant } from '../answers/dates'
import {
  elementsNamed,
  elementsOfClass,
  findElements,
  type HtmlElement,
  hasClass,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { firstOfEach } from '../answers/page-rows'

/** A job of a page of the list. */
export interface IcimsCard {
  /** Empty when the card has none, as is the title. */
  id: string
  title: string
  /** `/jobs/123/welder/job` */
  path: string
  /** The host of the link, when it is that of another board of the employer. */
  host?: string
  /** Labels and values, as the tenant has chosen them. */
  fields: [label: string, value: string][]
  posted?: string
}

const JOB_PATH = /\/jobs\/(\d+)\/(?:[^/?]+\/)?job(?=$|\?)/

/** The cards of a page of the list of the board on `host`; on newer pages a title with a link stands for each. */
export function icimsCards(html: string, host: string): IcimsCard[] {
  const root = parseHtml(html)
  const items = elementsOfClass(root, 'iCIMS_JobCardItem')
  const cards = items.length > 0 ? items : elementsOfClass(root, 'title').filter(hasJobLink)
  return firstOfEach(cards.map((element) => readCard(element, host)))
}

function jobLink(element: HtmlElement): HtmlElement | undefined {
  return findElements(element, ({ attribs }) => JOB_PATH.test(attribs.href ?? ''))[0]
}

function hasJobLink(element: HtmlElement): boolean {
  return jobLink(element) !== undefined
}

function readCard(card: HtmlElement, host: string): IcimsCard {
  const link = jobLink(card)
  const href = link?.attribs.href ?? ''
  const [path = '', id = ''] = JOB_PATH.exec(href) ?? []
  const title = plainText(elementsNamed(card, 'h3')[0] ?? link) ?? ''
  const linked = URL.parse(href, `https://${host}`)?.hostname ?? host
  const posted = postedOf(card)
  const fields = [...headerFields(card), ...listFields(card)]
  return {
    id,
    title,
    path,
    fields,
    ...(posted !== undefined && { posted }),
    ...(linked !== host && linked.endsWith('.icims.com') && { host: linked }),
  }
}

/** A label for screen readers, and the value in the next `span`; no relative dates, in whatever language. */
function headerFields(card: HtmlElement): [string, string][] {
  return elementsOfClass(card, 'header').flatMap((header) => {
    const spans = elementsNamed(header, 'span')
    const label = plainText(spans.find((span) => hasClass(span, 'field-label'))) ?? ''
    const shown = spans.find((span) => !hasClass(span, 'sr-only'))
    if (DATE.test(shown?.attribs.title ?? '')) return []
    const value = plainText(shown) ?? ''
    return label === '' || value === '' ? [] : [[label, value] satisfies [string, string]]
  })
}

function listFields(card: HtmlElement): [string, string][] {
  return elementsOfClass(card, 'iCIMS_JobHeaderTag').flatMap((tag) => {
    const [label, value] = ['dt', 'dd'].map((name) => plainText(elementsNamed(tag, name)[0]) ?? '')
    return label && value ? [[label, value] satisfies [string, string]] : []
  })
}

const DATE = /^\d+[/.-]\d+[/.-]\d+/
const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}) ([AP])M$/

/** The text is relative (`23 minutes ago`); the title has the date, in the American order when it has AM or PM. */
function postedOf(card: HtmlElement): string | undefined {
  const spans = findElements(card, ({ name, attribs }) => name === 'span' && 'title' in attribs)
  for (const { attribs } of spans) {
    const [, month = '', day = '', year, hour, minute, half] =
      US_DATE.exec(attribs.title ?? '') ?? []
    if (year === undefined) continue
    const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return publishedInstant(`${date}T${String(hours).padStart(2, '0')}:${minute}:00Z`)
  }
  return undefined
}
